// Limits the cost of rendering Markdown, in the same way for mails, PDFs and the browser. Imports nothing, because all
// of them load it.
//
// micromark takes more than linear time for some inputs, and writes more than linear output for others. The cost of
// every text is estimated first. Parts that would cost too much are shown as they were written, so that they stay
// readable.

/** A part of a text: Markdown that is safe to parse, text to show as it was written, or a code block. */
export type MarkdownPart = { is: 'markdown' | 'plain' | 'code'; text: string }

/** Estimated microseconds that one text may take to parse, on a slow core. */
const BUDGET = 250_000
/** Estimated microseconds that one paragraph may take once its text is over the budget. */
const PARAGRAPH_BUDGET = 30_000
/** Characters that link definitions may add to the output. */
const DEFINED_MAX = 300_000
/** Empty cells that are added to the short rows of a text's tables. */
const PADDING_MAX = 2_000
/** Maximum nesting of quotes and lists. */
const DEPTH_MAX = 8
/** Columns before a list marker: more means lists nested by indentation. */
const INDENT_MAX = 2 * DEPTH_MAX

// Microseconds, measured with the corpus of test/bounded-rendering.test.ts and rounded up.
const PER_CHARACTER = 0.7
const PER_PARAGRAPH = 30
const PER_LINE = 50
const PER_BLANK_LINE = 15
const PER_CONTAINER = 80
const PER_MARK = 10
/** Emphasis is matched against all earlier markers, including those of other kinds. */
const PER_PAIR_OF_MARKS = 0.05
/**
 * The parser moves everything it has read when a quote ends, when a line continues a quote without its marker, and at
 * the underline of a heading.
 */
const PER_PAIR_OF_TURNS = 0.3
/** Each `]` reads its label again. */
const PER_LABEL_CHARACTER = 0.005
/** In an unclosed bracket, each possible start of an address is compared with everything since the bracket. */
const PER_PAIR_OF_BEGINNINGS = 0.05
/** The parser looks to the end of the paragraph for the closing run of backticks, and for the end of a link's title. */
const PER_SCANNED_CHARACTER = 0.2

type Paragraph = {
  text: string
  /** A fenced code block that starts in the first column. It is shown as it was written up to its end. */
  code: boolean
  cost: number
  turns: number
  labels: number
  defines: boolean
}

const isSpace = (c: number) => c === 32 || c === 9

const isLetter = (c: number) => (c >= 97 && c <= 122) || (c >= 65 && c <= 90)
/** Characters in the local part of a mail address: letters, digits, and `+`, `-`, `.` and `_`. */
const isInName = (c: number) => isLetter(c) || (c >= 48 && c <= 57) || c === 43 || c === 45 || c === 46 || c === 95
/** Returns whether a mail address or `http` could start at a character. */
const isBeginning = (c: number, before: number) =>
  (isInName(c) && !isInName(before) && before !== 47) || ((c === 72 || c === 104) && !isLetter(before))

/** Counts the markers of quotes and lists at the start of a line, and the columns before the last of them. */
function containersOf(line: string): { depth: number; indent: number; quoted: boolean } {
  let depth = 0
  let indent = 0
  let column = 0
  let quoted = false
  for (let i = 0; i < line.length; ) {
    const c = line.charCodeAt(i)
    if (isSpace(c)) {
      column += c === 9 ? 4 : 1
      i++
      continue
    }
    let end = i
    if (c === 62) {
      end = i + 1
      quoted = true
    } else if (c === 42 || c === 43 || c === 45) end = i + 1
    else {
      while (end - i < 10 && line.charCodeAt(end) >= 48 && line.charCodeAt(end) <= 57) end++
      if (end === i || (line[end] !== '.' && line[end] !== ')')) break
      end++
    }
    if (c !== 62 && end < line.length && !isSpace(line.charCodeAt(end))) break
    depth++
    indent = column
    column += end - i
    i = end
  }
  return { depth, indent, quoted }
}

function paragraphOf(text: string): Paragraph {
  let cost = PER_PARAGRAPH + text.length * PER_CHARACTER
  let turns = 0
  let contained = false
  let wasQuoted = false
  for (const line of text.split('\n')) {
    const { depth, indent, quoted } = containersOf(line)
    if (depth > DEPTH_MAX || (depth > 0 && indent >= INDENT_MAX)) cost = Number.POSITIVE_INFINITY
    cost += (line.trim() === '' ? PER_BLANK_LINE : PER_LINE) + depth * PER_CONTAINER
    if (quoted && !wasQuoted) turns += depth
    else if (contained && depth === 0) turns++
    if (/^[ \t>]*(?:=+|-+)[ \t]*$/.test(line)) turns++
    if (depth > 0) contained = true
    wasQuoted = quoted
  }

  let marks = 0
  let pairing = 0
  let labels = 0
  let links = 0
  let titles = 0
  let trailing = 0
  let trail = 0
  let entity = false
  let ticks = 0
  let open = 0
  let beginnings = 0
  // Otherwise a bracket may close nothing: in code, in an address or a link target, or after a backslash.
  const closes = !/[`<\\]|\]\[|\]\([^)]*[[\]("']/.test(text)
  const tickRuns = new Set<number>()
  let defines = false
  let before = 0
  for (let i = 0; i <= text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 96) ticks++
    else if (ticks > 0) {
      tickRuns.add(ticks)
      ticks = 0
    }
    switch (c) {
      case 42: // *
      case 95: // _
      case 126: // ~
      case 91: // [
        pairing++
        marks++
        break
      case 93: // ]
        pairing++
        labels++
        marks++
        break
      case 40: // (
        if (before === 93) links++
        else if (before <= 32) titles++
        marks++
        break
      case 34: // "
      case 39: // '
        if (before <= 32) titles++
        break
      case 58: // :
        if (before === 93) defines = true
        break
      case 0:
      case 33: // !
      case 35: // #
      case 38: // &
      case 41: // )
      case 60: // <
      case 64: // @
      case 92: // \
      case 96: // `
        marks++
        break
      case 124: // |
        marks += 2
        break
      case 87: // W
      case 119: // w
        if (before === c) pairing++
        break
      case 47: // /
        if (before === 47) pairing += 2
        break
    }
    if (c === 91) open++
    else if (c === 93 && closes && open > 0) open--
    else if (open > 0 && isBeginning(c, before)) beginnings++
    // The parser rescans characters that can follow an address without being part of it from each of them: punctuation,
    // and entities with their letters.
    entity = c === 38 || (entity && isLetter(c))
    if (entity || '!"\'),.:;<?_~*]'.includes(text[i] ?? ' ')) trail++
    else {
      trailing += trail ** 2
      trail = 0
    }
    before = c
  }
  cost += marks * PER_MARK + pairing ** 2 * PER_PAIR_OF_MARKS + labels * text.length * PER_LABEL_CHARACTER
  cost += beginnings ** 2 * PER_PAIR_OF_BEGINNINGS
  cost += (trailing + (tickRuns.size + Math.min(links, titles)) * text.length) * PER_SCANNED_CHARACTER
  return { text, code: false, cost, turns, labels, defines }
}

/** Splits a text into paragraphs: the parts between blank lines, which emphasis, links and code spans never cross. */
function paragraphsOf(text: string): Paragraph[] {
  const out: Paragraph[] = []
  let lines: string[] = []
  let fence: { mark: string; length: number } | undefined
  const flush = () => {
    if (lines.length > 0) out.push(paragraphOf(lines.join('\n')))
    lines = []
  }
  let blank = false
  for (const line of text.split(/\r\n|[\r\n]/)) {
    if (fence) {
      lines.push(line)
      const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]
      if (closing?.startsWith(fence.mark) && closing.length >= fence.length) {
        out.push({ text: lines.join('\n'), code: true, cost: codeCost(lines), turns: 0, labels: 0, defines: false })
        lines = []
        fence = undefined
      }
      continue
    }
    const opening = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    if (opening) {
      flush()
      fence = { mark: opening[0] as string, length: opening.length }
    } else if (blank && line.trim() !== '') flush()
    blank = line.trim() === ''
    lines.push(line)
  }
  if (fence)
    out.push({ text: lines.join('\n'), code: true, cost: codeCost(lines), turns: 0, labels: 0, defines: false })
  else flush()
  return out
}
const codeCost = (lines: string[]) =>
  lines.reduce((sum, line) => sum + line.length * PER_CHARACTER + PER_BLANK_LINE, 2 * PER_LINE)

function costOf(paragraphs: Pick<Paragraph, 'cost' | 'turns'>[]): number {
  let cost = 0
  let turns = 0
  for (const p of paragraphs) {
    cost += p.cost
    turns += p.turns
  }
  return cost + turns ** 2 * PER_PAIR_OF_TURNS
}

/**
 * Splits a text into parts that can be parsed in bounded time with output linear in their length, and parts that are
 * shown as they were written. Nearly every text is one part. Takes linear time.
 */
export function boundMarkdown(text: string): MarkdownPart[] {
  const paragraphs = paragraphsOf(text)
  const labels = paragraphs.reduce((sum, p) => sum + p.labels, 0)
  const repeats = (p: Paragraph) => p.defines && p.text.length * labels > DEFINED_MAX
  if (costOf(paragraphs) <= BUDGET && !paragraphs.some(repeats)) return [{ is: 'markdown', text }]

  // Leave out the paragraphs that are too expensive on their own, and everything after the budget is spent.
  let cost = 0
  let turns = 0
  let spent = false
  const isKept = (p: Paragraph) => {
    if (spent || p.cost > PARAGRAPH_BUDGET || repeats(p)) return false
    cost += p.cost
    turns += p.turns
    spent = costOf([{ cost, turns }]) > BUDGET
    return !spent
  }
  const parts: MarkdownPart[] = []
  for (const p of paragraphs) {
    const is = p.code ? 'code' : isKept(p) ? 'markdown' : 'plain'
    const last = parts.at(-1)
    if (last && last.is === is && is !== 'code') last.text += `\n${p.text}`
    else parts.push({ is, text: p.text })
  }
  return parts
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => entities[c] ?? '')
const fenced = (text: string) => text.replace(/^.*(\n|$)/, '').replace(/(^|\n) {0,3}[`~]{3,}[ \t]*$/, '$1')

/** Returns a paragraph with a break for each line, the only form that all mail programs show. */
const withBreaks = (html: string) => `<p>${html.replaceAll('\n', '<br />\n')}</p>`

/**
 * Returns the HTML of a Markdown text. `parse` gets only parts that are cheap to parse. `plain` gets the escaped text
 * of the parts that are shown as they were written, with `\n` between lines. The result is as safe as what `parse`
 * returns.
 */
export function renderBounded(text: string, parse: (markdown: string) => string, plain = withBreaks): string {
  return boundMarkdown(text)
    .map((part) => {
      if (part.is === 'markdown') return parse(part.text)
      if (part.is === 'code') return `<pre><code>${escaped(fenced(part.text))}</code></pre>`
      return plain(escaped(part.text).replace(/\r\n?/g, '\n'))
    })
    .join('\n')
}

const alignment: Record<string, string> = { left: ' align="left"', right: ' align="right"', center: ' align="center"' }

/** The part of micromark's HTML compiler that is used here. */
type Compiler = {
  getData(key: string): unknown
  setData(key: string, value?: unknown): void
  lineEndingIfNeeded(): void
  tag(value: string): void
}

/**
 * Returns an extension of micromark's HTML compiler, to be placed after the one for tables. It fills up rows that are
 * shorter than the table's head only until a limit of added cells. Otherwise a wide head with many short rows would
 * multiply the output.
 */
export function boundedTables() {
  return {
    exit: {
      tableRow(this: Compiler) {
        const align = this.getData('tableAlign') as string[]
        const padded = (this.getData('tablePadding') as number | undefined) ?? 0
        let column = this.getData('tableColumn') as number
        const missing = Math.max(align.length - column, 0)
        if (padded + missing <= PADDING_MAX) {
          for (; column < align.length; column++) {
            this.lineEndingIfNeeded()
            this.tag(`<td${alignment[align[column] ?? ''] ?? ''}></td>`)
          }
          this.setData('tablePadding', padded + missing)
        }
        this.setData('tableColumn', column)
        this.lineEndingIfNeeded()
        this.tag('</tr>')
      },
    },
  }
}
