// Extracts the text of an HTML mail. Pure functions.
import { convert } from 'html-to-text'
import { formatters, selectors } from './html-format.ts'
import { DROPPED, type Line, plainOf, START, splitMarkedLines, withoutMarks } from './mail-markup.ts'
import { isForward } from './mail-quote.ts'
import { cleanText, type Split, splitAnswerLines, splitFirstLines, TEXT_MAX } from './mail-text.ts'

/**
 * Elements in which mail programs put quoted messages. The lengths are limited so that unclosed tags cost little time.
 */
const QUOTES = [
  /<div[^<>]{1,300}id="?(appendonsend|divRplyFwdMsg|mail-editor-reference-message-container|reply-intro|x_divRplyFwdMsg)"?/i,
  /<(div|blockquote)[^<>]{1,300}class="?[^"<>]{0,300}\b(gmail_quote|gmail_quote_container|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra)\b/i,
  /<div[^<>]{1,300}style="?[^"<>]{0,300}border:\s?none;\s?border-top:\s?solid #(e1e1e1|b5c4df) 1\.0pt/i,
  /<div[^<>]{1,300}name="?quote"?/i,
  /<hr[^<>]{1,300}id="?(stopSpelling|ymail_android_signature)"?/i,
]

/** Returns whether HTML has text outside of tags, styles and the head. Takes linear time for any input. */
function saysSomething(html: string): boolean {
  const lower = html.toLowerCase()
  for (let at = 0; at < html.length; ) {
    const space = /\s|&nbsp;/iy
    space.lastIndex = at
    if (space.test(html)) {
      at = space.lastIndex
      continue
    }
    if (html[at] !== '<') return true
    const hidden = /<(style|head|title)/iy
    hidden.lastIndex = at
    const name = hidden.exec(html)?.[1]?.toLowerCase()
    const close = name ? `</${name}>` : '>'
    const end = lower.indexOf(close, at)
    // An unclosed style, head or title hides the rest. A `<` without `>` is text.
    if (end < 0) return name === undefined
    at = end + close.length
  }
  return false
}

/** Maximum characters of HTML that are converted to text. The rest is only in the stored mail. */
export const HTML_MAX = 512 * 1024
/** Maximum nesting of elements. The parser takes quadratic time. */
const NESTED_MAX = 200
/** Maximum nesting of elements that indent each of their lines: more would multiply the length of the text. */
const INDENTED_MAX = 20
const INDENTS = /^(ul|ol|blockquote)$/
/** Maximum characters of text for each character of HTML. Indented lines have the most. */
const GROWTH_MAX = 25
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/

/** Returns HTML without the tags of elements that are nested too deep; keeps their text. Takes linear time. */
function flattened(html: string): string {
  const parts: string[] = []
  const indents: Record<string, number> = {}
  let depth = 0
  let copiedTo = 0
  for (let at = html.indexOf('<'); at >= 0; ) {
    const end = html.indexOf('>', at)
    if (end < 0) break
    const [, closes, name] = /^<(\/?)([a-z][\w:-]*)/i.exec(html.slice(at, Math.min(end, at + 40))) ?? []
    if (name && !VOID.test(name.toLowerCase())) {
      let deep = closes ? depth > NESTED_MAX : depth >= NESTED_MAX
      if (INDENTS.test(name.toLowerCase())) {
        const now = indents[name.toLowerCase()] ?? 0
        deep ||= closes ? now > INDENTED_MAX : now >= INDENTED_MAX
        indents[name.toLowerCase()] = Math.max(now + (closes ? -1 : 1), 0)
      }
      if (closes) depth = Math.max(depth - 1, 0)
      else depth++
      if (deep) {
        parts.push(html.slice(copiedTo, at), /^(p|div|li|tr|ul|ol|blockquote)$/i.test(name) && !closes ? '<br>' : ' ')
        copiedTo = end + 1
      }
    }
    at = html.indexOf('<', end)
  }
  return parts.join('') + html.slice(copiedTo)
}

/** Returns HTML without the content of embedded images. */
export const withoutEmbedded = (html: string): string => html.replace(/\bsrc=(["'])data:[^"'>]*/gi, 'src=$1')

/** Returns the HTML to convert: limited in length and nesting, and without embedded images. */
const bounded = (html: string) => flattened(withoutEmbedded(html).slice(0, HTML_MAX))

/** Elements whose content is not text of the mail, and comments, by how they begin: what ends them. */
const UNSEEN: Record<string, string> = {
  '<!--': '-->',
  '<style': '</style',
  '<script': '</script',
  '<title': '</title',
}

/** Removes comments, styles, scripts and the title. Keeps those that never end. Takes linear time for any input. */
function withoutUnseen(html: string): string {
  const lower = html.toLowerCase()
  const parts: string[] = []
  const endless = new Set<string>()
  const begins = /<!--|<(?:style|script|title)\b/g
  let copiedTo = 0
  for (let found = begins.exec(lower); found; found = begins.exec(lower)) {
    const close = UNSEEN[found[0]] as string
    // Search once for an end that is not there.
    const end = endless.has(close) ? -1 : lower.indexOf(close, begins.lastIndex)
    if (end < 0) {
      endless.add(close)
      continue
    }
    parts.push(html.slice(copiedTo, found.index))
    copiedTo = end + close.length
    // The rest of a closing tag is removed with the other tags.
    if (close !== '-->') parts.push('</')
    begins.lastIndex = copiedTo
  }
  return parts.join('') + html.slice(copiedTo)
}

const characterOf = (code: number) =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\ufffd'

/**
 * Returns the text of HTML by removing its tags, for HTML that cannot be converted. Reads the first `HTML_MAX`
 * characters. Leaves out comments, styles, scripts and the title, and keeps all other text. Takes linear time for any
 * input.
 */
export const strippedHtml = (html: string): string =>
  cleanText(
    withoutUnseen(html.slice(0, HTML_MAX))
      .replace(/<\/?(p|div|br|li|tr|h\d|pre|table|ul|ol|blockquote)\b[^<>]*>/gi, '\n')
      .replace(/<[!/?a-z][^<>]*>/gi, ' ')
      .replace(/&nbsp;/g, ' ')
      .replace(/&#(\d{1,7});/g, (_, code) => characterOf(Number(code)))
      .replace(/&#x([\da-f]{1,6});/gi, (_, code) => characterOf(Number.parseInt(code, 16)))
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&'),
  )
    .split('\n')
    .flatMap((line) => line.replace(/[ \t]+/g, ' ').trim() || [])
    .join('\n')

/** Returns where the quoted messages begin, as the elements of mail programs say. Returns -1 if there is none. */
function quoteIn(html: string): number {
  const found = QUOTES.map((mark) => html.search(mark)).filter((at) => at > 0)
  // Use the first place that has text above it. Without one, the reply may be below the quotation, and the lines
  // themselves decide.
  return found.toSorted((a, b) => a - b).find((at) => saysSomething(html.slice(0, at))) ?? -1
}

/** Returns the text of an HTML mail with marks of its structure. Drops no text that a mail program shows. */
function markedText(html: string): string {
  const bare = withoutMarks(bounded(html))
  const at = quoteIn(bare)
  const source = at < 0 ? bare : bare.slice(0, at) + START + bare.slice(at)
  const text = convert(source, {
    wordwrap: false,
    limits: { maxInputLength: 2 * HTML_MAX, maxDepth: NESTED_MAX + 20, ellipsis: DROPPED },
    // By default, text before and after the body is dropped.
    baseElements: { selectors: [] },
    formatters,
    selectors,
  })
  // Where the converter gives up or writes too much, remove only the tags.
  if (text.includes(DROPPED) || text.length > GROWTH_MAX * source.length + 1_000) return strippedHtml(bare)
  // Where all is hidden, show it: a mail with text is never empty. A tag without an end is not text.
  if (text.trim() === '') return strippedHtml(bare.slice(0, bare.lastIndexOf('>') + 1))
  return cleanText(text).replace(/^\n+/, '').trimEnd()
}

/**
 * An HTML mail as text: all of it, and its first TEXT_MAX characters, as lines and split for a mail that answers one of
 * ours and for one that does not.
 */
export type ReadHtml = { text: string; first: Split; answer: Split; lines: Line[] }

/** Returns the text of an HTML mail, split into new and quoted text. `subject` is the subject of the mail. */
export function readHtml(html: string, { subject }: { subject?: string } = {}): ReadHtml {
  const marked = markedText(html)
  const lines = splitMarkedLines(marked.slice(0, TEXT_MAX))
  const text = plainOf(marked).trim()
  const forwarded = subject !== undefined && isForward(subject, text)
  return { text, lines, first: splitFirstLines(lines), answer: splitAnswerLines(lines, { forwarded, subject }) }
}
