// Structure of an HTML mail in its text: private-use characters mark quotations, lists, tables, code and links. They
// become Markdown, or plain text. Pure functions.

/** Where a mail program put the quotation: at the end of the line above it. */
export const START = '\u{f5b00}'
/** Begins a line of a quotation, before a space. */
export const QUOTE = '\u{f5b01}'
/** Before the bullet or the number of a list item. */
export const ITEM = '\u{f5b02}'
const INDENTS = ['\u{f5b03}', '\u{f5b04}', '\u{f5b05}', '\u{f5b06}'] as const
/** Begins a row of a table. */
export const ROW = '\u{f5b07}'
/** Between the cells of a row. */
export const CELL = '\u{f5b08}'
/** Begins a line that is shown as it is. */
export const CODE = '\u{f5b09}'
/** Before the dashes of a horizontal rule. */
export const RULE = '\u{f5b0a}'
/** Before the text of a link. */
export const LINK = '\u{f5b0b}'
/** Between the text and the address of a link. */
export const TO = '\u{f5b0c}'
/** After the address of a link. */
export const END = '\u{f5b0d}'
/** The text that the converter writes in place of dropped elements. */
export const DROPPED = '\u{f5b1c}'

/** Matches a mark that indents a line. */
export const INDENT = /[\u{f5b03}-\u{f5b06}]/u
/** Returns the mark that indents a line by some columns: 2 to 5. */
export const indentOf = (columns: number): string => INDENTS[Math.min(Math.max(columns, 2), 5) - 2] as string

/** The first half of every mark. */
const HALF = '\udb96'
const ANY = /[\u{f5b00}-\u{f5b1f}]/gu
/** Marks with their text. The others have none. */
const PLAIN: Record<string, string> = { [QUOTE]: '>', [CELL]: ' | ', [TO]: ' (', [END]: ')' }
INDENTS.forEach((mark, i) => {
  PLAIN[mark] = ' '.repeat(i + 2)
})
const WHOLE_LINK = /\u{f5b0b}([^\u{f5b00}-\u{f5b1f}]*)\u{f5b0c}([^\u{f5b00}-\u{f5b1f}]*)\u{f5b0d}/gu

/** Returns HTML without characters that are marks here, as such or as references. */
export const withoutMarks = (html: string): string =>
  html.replace(ANY, ' ').replace(/&#(?:x0{0,20}f5b[01][\da-f]|0{0,20}10063(?:3[6-9]|[45]\d|6[0-7]));?/gi, ' ')

/** A line of a mail: its text, and the same with marks. `begins`: the mail program's quotation starts here. */
export type Line = { text: string; full: string; begins?: boolean }

/** Returns whether a line has no text. */
export const isBlank = (line: Line | undefined): boolean => line === undefined || line.text.trim() === ''
/** Returns whether a line is marked as quoted. */
export const isQuoted = (line: Line): boolean => /^\s*>/.test(line.text)

const address = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(?:mailto:|https?:\/\/)/, '')
    .replace(/\/$/, '')
/** Returns whether a link says no more than its text. */
const isSame = (text: string, url: string) => url.trim() === '' || address(text) === address(url)

const plainLink = (_: string, text: string, url: string) =>
  text.trim() === '' ? url : isSame(text, url) ? text : `${text} (${url.replace(/^mailto:/i, '')})`

/** Returns a text with marks as plain text. */
export const plainOf = (full: string): string =>
  full.includes(HALF) ? full.replace(WHOLE_LINK, plainLink).replace(ANY, (mark) => PLAIN[mark] ?? '') : full

/** Returns the lines of a text with marks. */
export function splitMarkedLines(marked: string): Line[] {
  let next = false
  return marked.split('\n').map((given) => {
    const starts = given.includes(START)
    const full = starts ? given.replaceAll(START, '') : given
    const text = plainOf(full)
    const begins = next || (starts && text.trim() === '')
    next = starts && !begins
    return begins ? { text, full, begins } : { text, full }
  })
}

/** Returns a line without some of the signs of quotation that it begins with. */
export function removeQuoteMarks({ text, full }: Line, signs: number, textAt: number): Line {
  let at = 0
  for (let left = signs; left > 0 && at < full.length; at++)
    if (full[at] === '>' || full.startsWith(QUOTE, at)) {
      left--
      if (full[at] !== '>') at++
    }
  return { text: text.slice(textAt).replace(/^\s/, ''), full: full.slice(at).replace(/^\s/, '') }
}

const STRUCTURE = /[\u{f5b02}\u{f5b07}\u{f5b09}]/u
/** Returns whether lines have tables, lists, code or links whose text is not their address. */
export const hasStructure = (lines: Line[]): boolean =>
  lines.some(
    ({ full }) =>
      full.includes(HALF) &&
      (STRUCTURE.test(full) ||
        Array.from(full.matchAll(WHOLE_LINK)).some(
          ([, text = '', url = '']) => text.trim() !== '' && !isSame(text, url),
        )),
  )

const SPECIAL =
  /[*`[~]|\\(?=[!-/:-@[-`{-~]|$)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?![\s=]|$)|&(?=#?[a-z\d]{1,40};)/giu
/** Addresses that become links as they are: a backslash in them would be part of the link. */
const BARE =
  /(?:(?<![a-z])https?:\/\/|(?<=^|[\s(*_~[\]])www\.)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}(?::\d{1,5})?(?:[/?#][^\s<>"`|\\^{}[\]]*)?/giu
const TAIL = /[!"'()*,.:;?_~&]$/
/** Characters that can follow an address without becoming part of it. */
const AFTER = /[!"'),.:;?]{0,9}(?=\s|$)/y

/** Returns a text as Markdown that shows exactly this text, within a line. */
function escapeMarkdown(text: string): string {
  let out = ''
  let from = 0
  for (const { 0: found, index } of text.matchAll(BARE)) {
    let end = found.length
    while (TAIL.test(found[end - 1] ?? '')) end--
    const url = found.slice(0, end)
    out += text.slice(from, index).replace(SPECIAL, '\\$&')
    from = index + end
    AFTER.lastIndex = from
    const target = /^www/i.test(url) ? `http://${url}` : url
    const clear = AFTER.test(text) && !/&[a-z\d#]{1,40}(?:;|$)/i.test(url)
    out += clear ? url : `[${url.replace(SPECIAL, '\\$&')}](${escapedUrl(target)})`
  }
  return out + text.slice(from).replace(SPECIAL, '\\$&')
}

const OPENING = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+\s*$|[-:|][-:|\s]*$)/
/** Returns a line as Markdown that shows exactly this line. */
export const escapedLine = (line: string): string => {
  const text = line.trimStart()
  const space = line.slice(0, line.length - text.length).replace(/\t/g, '    ')
  // Spaces at the beginning of a line would mean code, or nothing.
  return (
    '\u00a0'.repeat(space.length) +
    withLinks(text)
      .replace(OPENING, '\\$&')
      .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
  )
}

const escapedUrl = (url: string) =>
  url.trim().replace(/[\s()<>\\|`[\]]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)

/** Returns a text with marks of links as Markdown, within a line. */
function withLinks(full: string): string {
  if (!full.includes(HALF)) return escapeMarkdown(full)
  let out = ''
  let from = 0
  for (const { 0: found, 1: text = '', 2: url = '', index } of full.matchAll(WHOLE_LINK)) {
    out += escapeMarkdown(plainOf(full.slice(from, index)))
    from = index + found.length
    out +=
      text.trim() !== '' && !isSame(text, url) && /^(?:https?:\/\/|mailto:)/i.test(url.trim())
        ? `[${text.trim().replace(SPECIAL, '\\$&').replace(/\]/g, '\\]')}](${escapedUrl(url)})`
        : escapeMarkdown(plainOf(found))
  }
  return out + escapeMarkdown(plainOf(full.slice(from)))
}

const CONTAINERS = /^(?:\u{f5b01} ?|[\u{f5b03}-\u{f5b06}]|\u{f5b02}(?:- |\d{1,9}\. |$))*/u
/** Splits a line into what it is within, as Markdown, and its content. `inside` is for the lines that continue it. */
function parted(full: string): { prefix: string; inside: string; item: boolean; content: string } {
  const marks = CONTAINERS.exec(full)?.[0] ?? ''
  const item = marks.includes(ITEM)
  const prefix = plainOf(marks)
  const inside = plainOf(
    marks.replace(/\u{f5b02}(?:- |\d{1,9}\. |$)/gu, (sign) => ' '.repeat(sign.length - ITEM.length)),
  )
  return { prefix: prefix.replace(/>(?! )/g, '> '), inside, item, content: full.slice(marks.length) }
}

function rowOf(full: string): string {
  const cells = full
    .slice(ROW.length)
    .split(CELL)
    .map((cell) => withLinks(cell.trim()).replace(/\|/g, '\\|'))
  const [first = '', last = ''] = [cells[0], cells.at(-1)]
  cells[0] = first.replace(OPENING, '\\$&').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
  // A bar at the edge of a row belongs to no cell.
  return `${first === '' ? '| ' : ''}${cells.join(' | ')}${last === '' ? ' |' : ''}`
}

type Kind = 'text' | 'row' | 'code' | 'rule' | 'blank'
const kindOf = (content: string): Kind =>
  content.startsWith(ROW)
    ? 'row'
    : content.startsWith(CODE)
      ? 'code'
      : content.startsWith(RULE)
        ? 'rule'
        : content.trim() === ''
          ? 'blank'
          : 'text'

/** Returns lines with marks as Markdown that shows exactly what they say. Takes linear time for any input. */
export function markdownOf(lines: Line[]): string {
  const out: string[] = []
  const parts = lines.map(({ full }) => {
    const part = parted(full.trimEnd())
    return { ...part, kind: kindOf(part.content) }
  })
  let before: (typeof parts)[number] | undefined
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as (typeof parts)[number]
    const { prefix, inside, kind, content, item } = part
    if (before && before.kind !== 'blank' && kind !== 'blank') {
      const ends = !item && inside.length < before.inside.length
      const lists = item && !before.item && before.inside.trim() === '' && before.inside.length <= prefix.length
      // A list that does not begin with 1 needs an empty line above it.
      const number = /(\d+)\. $/.exec(prefix)?.[1]
      const numbered = number !== undefined && number !== '1' && inside.length > before.inside.length
      if (numbered || ends || lists || (kind !== before.kind && (kind !== 'text' || before.kind !== 'text')))
        out.push((inside.length < before.inside.length ? inside : before.inside).trimEnd())
    }
    before = part
    const same = (n: number) => parts[n]?.kind === kind && parts[n]?.inside === inside && !parts[n]?.item
    let end = i + 1
    if (kind === 'row' || kind === 'code') while (same(end)) end++
    const run = parts.slice(i, end)
    i = end - 1
    if (kind === 'code') {
      const code = run.map((r) => plainOf(r.content))
      const ticks = code.reduce((most, l) => Math.max(most, ...(l.match(/`+/g) ?? []).map((t) => t.length)), 2)
      const fence = '`'.repeat(ticks + 1)
      out.push(prefix + fence, ...code.map((l) => inside + l), inside + fence)
    } else if (kind === 'row' && run.length > 1) {
      const columns = content.split(CELL).length
      out.push(prefix + rowOf(content), inside + Array(columns).fill('---').join(' | '))
      for (const row of run.slice(1)) out.push(inside + rowOf(row.content))
    } else if (kind === 'rule') out.push(`${prefix}---`)
    else out.push((prefix + escapedLine(kind === 'row' ? plainOf(content) : content)).trimEnd())
  }
  return out.join('\n')
}
