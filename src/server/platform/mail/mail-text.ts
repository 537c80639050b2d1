// Extracts the new text of a mail, without quoted messages and the signature. Pure functions.
import EmailReplyParser from 'email-reply-parser'
import { convert } from 'html-to-text'

/** Maximum characters of a text that are read. The rest is only in the stored mail. */
export const TEXT_MAX = 200_000
const PARSED_MAX = 20_000

// Our own separator line, with any indentation and kind of dashes that a mail program may use.
const marker = /^[>|\s]*[-–—]{1,3}\s?Reply above this line\s?[-–—]{1,3}\s*$/i
const separator =
  /^[>\s]*[-–—_]{2,}\s*(original message|original appointment|reply message|ursprüngliche nachricht|originalnachricht|message d['’]origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original|oryginalna wiadomość|wiadomość oryginalna|originalmeddelande|oprindelig besked|opprinnelig melding|alkuperäinen viesti|исходное сообщение|původní zpráva|eredeti üzenet|元のメッセージ|原始邮件|원본 메시지)\s*[-–—_]{2,}\s*$/i
// The header that Outlook puts above a quoted mail: sender, then date, in the language of the program.
const headFrom =
  /^[>\s]*\*{0,2}(from|von|de|da|van|od|från|fra|lähettäjä|feladó|kimden|от|від|差出人|发件人|寄件者|보낸 사람)\s?[:：]\*{0,2}\s*\S/i
const headSent =
  /^[>\s]*\*{0,2}(sent|date|gesendet|datum|envoyé|enviado|enviada|enviado el|enviada em|enviado em|fecha|data|inviato|verzonden|wysłano|wysłane|skickat|sendt|dato|lähetetty|elküldve|gönderildi|odesláno|отправлено|дата|надіслано|送信日時|日時|日付|发送时间|寄件日期|보낸 날짜)\s?[:：]/i
const wrote =
  /(?<!\p{L})(wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|napisał|napisała|napisał\(a\)|pisze|skrev|kirjoitti|napsal|napsal\(a\)|yazdı|írta)(?!\p{L})|(написал|пишет|писал|пише|написав|さんは書きました|のメール|のメッセージ|写道|님이 작성|작성)/iu
const addressed = /<[^<>\s]+@[^<>\s]+>/
/** Returns whether a line is like “On Fri, Nov 20, 2026 at 9:14 AM Erin <…> wrote:”, in one of many languages. */
const attribution = (line: string) => {
  const text = line.trim().replace(/^>+\s?/, '')
  // Do not count digits of a mail address as a date.
  if (text.length > 400 || !/[:：]\s*$/.test(text) || !/\d/.test(text.replace(/\S+@\S+/g, ''))) return false
  // Gmail in Japanese writes the date and the person without a verb.
  return wrote.test(text) || (addressed.test(text) && /\d{4}.*\d{1,2}[:：h.]\d{2}/.test(text))
}
const mobile =
  /^\s*(sent (from|via) (my|mail|outlook|yahoo|samsung|proton|a |the )|sent with (proton|airmail|spark)|get outlook for|outlook (for|für|pour|para|voor) (ios|android)|von meinem .{1,40} gesendet|gesendet (von|mit) |diese nachricht wurde von meinem|holen sie sich outlook|laden sie outlook|envoyé (de|depuis|à partir) |télécharger outlook|enviado (desde|do|a partir|de) |enviada? (do|a partir) |obtener outlook|obter o outlook|inviato (da|dal) |scarica outlook|verzonden (vanaf|met) |verstuurd vanaf |download outlook|wysłane z |wysłano z |pobierz outlook|skickat från |sendt fra |lähetetty |отправлено (с|из|от) |надіслано з |iphoneから送信|ipadから送信|my .* から送信|发自我的|从我的|yahoo mail[: ]|\[?https?:\/\/aka\.ms\/)/iu
const quotedLine = /^\s*>/

// Control characters, invisible characters and those that change the reading direction.
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Returns a text with `\n` line ends and without invisible characters. */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(hidden, '')
    .replace(/\u00a0/g, ' ')
    .toWellFormed()

const trimmed = (lines: string[]) =>
  lines
    .map((l) => l.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Removes a signature and lines such as “Sent from my iPhone” from the end. */
function unsigned(lines: string[]): string[] {
  let end = lines.length
  const dashes = lines.findIndex((l, i) => /^--\s?$/.test(l) && lines.length - i <= 25 && i > 0)
  if (dashes > 0) end = dashes
  for (let i = end - 1; i >= 0; i--) {
    const line = lines[i] as string
    if (line.trim() === '') continue
    // Up to three more lines can follow a phone's line.
    const near = lines.slice(Math.max(0, i - 3), i + 1).findIndex((l) => mobile.test(l))
    if (near < 0) break
    i = Math.max(0, i - 3) + near
    end = i
  }
  return lines.slice(0, end)
}

/**
 * Returns how many lines from here introduce a quotation, at most three. Returns 0 if they do not, or if the lines
 * after the first do so without it.
 */
function introduction(lines: string[], at: number): number {
  for (let n = 1; n <= 3 && at + n <= lines.length; n++) {
    const part = lines.slice(at, at + n)
    if (part.some((l) => l.trim() === '')) return 0
    if (attribution(part.join(' '))) return n > 1 && attribution(part.slice(1).join(' ')) ? 0 : n
  }
  return 0
}

/**
 * Returns the number of lines of a header above a quoted mail in an unknown language: labels with values, an address, a
 * time, and the subject of one of our mails. Returns 0 if there is none.
 */
function foreignHead(lines: string[], at: number): number {
  let end = at
  while (end < lines.length && end - at < 8 && LABELED.test(lines[end] as string)) end++
  const head = lines.slice(at, end)
  const all = head.join('\n')
  const told =
    head.length >= 3 && /@/.test(all) && /\d{1,2}[:.h]\d{2}|\b\d{4}\b/.test(all) && /\[T-\d{1,15}\]/.test(all)
  return told ? head.length : 0
}
const LABELED = /^[>\s]*\*{0,2}\p{L}[\p{L} .-]{0,24}\s?[:：]\*{0,2}\s*\S/u

/** Returns the index of the first line of the quoted messages, or -1 when nothing introduces them. */
function startOfQuote(lines: string[]): number {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string
    if (marker.test(line) || separator.test(line)) return i
    if (headFrom.test(line) && lines.slice(i + 1, i + 6).some((l) => headSent.test(l))) return i
    if (foreignHead(lines, i) > 0) return i
    if (introduction(lines, i) > 0) return i
  }
  return -1
}

/** The lines above our separator line in one of our mails: the name, and the subject as heading. */
const ourHead = /^\s*(●\s|\[T-\d{1,15}\]\s)/

/** Moves an index up past horizontal rules, empty lines and our own heading directly above it. */
const ruled = (lines: string[], at: number) => {
  let i = at
  while (i > 0 && (/^[\s_*>-]*$/.test(lines[i - 1] as string) || ourHead.test(lines[i - 1] as string))) i--
  return i
}

/** Returns the reply among quoted lines: below them, or between them. */
function amongQuotes(lines: string[]): { text: string; between: boolean } | undefined {
  const first = lines.findIndex((l) => quotedLine.test(l))
  if (first < 0) return undefined
  const below = unsigned(lines.slice(first))
  const parts: string[][] = []
  for (let i = 0; i < below.length; i++) {
    const line = below[i] as string
    if (quotedLine.test(line) || line.trim() === '') continue
    const previous = below[i - 1]
    if (previous !== undefined && !quotedLine.test(previous) && previous.trim() !== '') parts.at(-1)?.push(line)
    else parts.push([line])
  }
  const said = below.filter((l) => l.trim() !== '')
  const runs = said.filter((l, i) => quotedLine.test(l) && !quotedLine.test(said[i - 1] ?? '')).length
  if (parts.length === 0) return undefined
  // Below a single quotation, return only the reply. Between several, keep the quoted lines with their replies.
  if (runs <= 1) return { text: trimmed(parts.flatMap((p) => [...p, ''])), between: false }
  const last = below.findLastIndex((l) => l.trim() !== '' && !quotedLine.test(l))
  return { text: trimmed(below.slice(0, last + 1).filter((l) => !marker.test(l))), between: true }
}

/** Returns whether the lines of the quoted messages are marked with `>`. */
function isMarked(lines: string[], at: number): boolean {
  if (at < 0) return lines.some((l) => quotedLine.test(l))
  if (quotedLine.test(lines[at] as string)) return true
  if (marker.test(lines[at] as string) || separator.test(lines[at] as string)) return false
  const rest = lines.slice(at, at + 12)
  const end = rest.findIndex((l) => /[:：]\s*$/.test(l))
  return quotedLine.test(rest.slice(end + 1).find((l) => l.trim() !== '') ?? '')
}

/** A text split into new and probably quoted text. `between`: replies are between quoted lines. */
export type Split = { said: string; folded: string; between: boolean }

/** Returns a line without spaces, quotation marks and list signs, to compare lines that differ only in those. */
const bare = (line: string) => line.replace(/[\s>|*_]+/g, '')

/**
 * Returns the lines that are not in the shown text, in their order. Includes quoted lines, since people also write
 * replies into lines that are marked as quoted.
 */
function leftOut(whole: string[], shown: string): string {
  const there = new Map<string, number>()
  for (const line of shown.split('\n')) there.set(bare(line), (there.get(bare(line)) ?? 0) + 1)
  const rest = whole.flatMap((line) => {
    const key = bare(line)
    const n = there.get(key) ?? 0
    if (key !== '' && n > 0) there.set(key, n - 1)
    return (key === '' || n === 0) && !marker.test(line) ? [{ line, missing: key !== '' }] : []
  })
  return rest.some((r) => r.missing) ? trimmed(rest.map((r) => r.line)) : ''
}

/** Returns how many quotation marks (`>`, at most `most`) a line starts with, and the index after them. */
function behindMarks(line: string, most: number): { marks: number; at: number } {
  const marks = /\s*>/y
  let [n, at] = [0, 0]
  while (n < most && marks.test(line)) {
    n++
    at = marks.lastIndex
  }
  return { marks: n, at }
}

/**
 * Removes the quotation marks that all lines with text have in common. Returns the same array if there are none. Takes
 * linear time for any input.
 */
function withoutFrame(lines: string[]): string[] {
  let common = Number.POSITIVE_INFINITY
  let most = 0
  for (const line of lines) {
    const { marks, at } = behindMarks(line, Number.POSITIVE_INFINITY)
    most = Math.max(most, marks)
    // A line of nothing but marks counts only if all lines are like it.
    if (line.slice(at).trim() !== '') common = Math.min(common, marks)
  }
  const frame = Math.min(common, most)
  if (frame === 0) return lines
  return lines.map((l) => l.slice(behindMarks(l, frame).at).replace(/^\s/, ''))
}

/**
 * Splits a plain text into new and probably quoted text. No line of the first TEXT_MAX characters is lost: each is in
 * `said` or in `folded`. `said` is empty only when the text is empty, or when all of it is a marked quotation with an
 * introduction. If new text cannot be distinguished, all of it counts as new.
 */
export function splitText(whole: string, { forwarded = false } = {}): Split {
  const given = cleanText(whole).slice(0, TEXT_MAX).split('\n')
  // If all lines are quoted without an introduction, the reply was written into the quotation.
  const lines = forwarded ? given : withoutFrame(given)
  const split = (said: string, between = false): Split => ({ said, folded: leftOut(lines, said), between })
  if (forwarded) return split(trimmed(unsigned(lines)) || trimmed(lines))
  const at = startOfQuote(lines)
  const above = unsigned(lines.slice(0, at < 0 ? lines.length : ruled(lines, at)))
  const last = above.findLastIndex((l) => l.trim() !== '' && !quotedLine.test(l))
  const top = trimmed(above.slice(0, last + 1))
  const markedQuote = isMarked(lines, at)
  // If quoted text is not marked with `>`, all the rest is quoted, and quotations within it are not a reply.
  const among = markedQuote ? amongQuotes(lines.slice(Math.max(at, 0))) : undefined
  if (top === '') {
    if (among !== undefined && among.text !== '') return split(among.text, among.between)
    const rest = at < 0 ? lines : lines.slice(at)
    const introduced = at >= 0 && markedQuote && rest.every((l, i) => i < 4 || l.trim() === '' || quotedLine.test(l))
    if (introduced) return { said: '', folded: trimmed(lines), between: false }
    // An unmarked quotation can contain the reply anywhere.
    return split(trimmed(lines))
  }
  // A reply on top, with more of it between or below the quotations.
  if (among && at >= 0) return split(`${top}\n\n${among.text}`, among.between)
  if (top.length > PARSED_MAX) return split(top)
  // Also use this library, which recognizes signatures in more languages.
  const visible = trimmed(new EmailReplyParser().read(`${top}\n`).getVisibleText().split('\n'))
  // A horizontal rule within a reply does not start a signature.
  const cut = top.slice(visible.length).trimStart()
  return split(visible === '' || (top.startsWith(visible) && /^[-_*=]{4,}\s*\n/.test(cut)) ? top : visible)
}

/** Returns the new text of a plain text mail. */
export const newText = (whole: string, options: { forwarded?: boolean } = {}): string => splitText(whole, options).said

/**
 * Elements in which mail programs put quoted messages. The lengths are limited so that unclosed tags cost little time.
 */
const QUOTES = [
  /<div[^<>]{1,300}id="?(appendonsend|divRplyFwdMsg|mail-editor-reference-message-container|reply-intro|x_divRplyFwdMsg)"?/i,
  /<(div|blockquote)[^<>]{1,300}class="?[^"<>]{0,300}\b(gmail_quote|gmail_quote_container|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|moz-forward-container)\b/i,
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
  let kept = 0
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
        parts.push(html.slice(kept, at), /^(p|div|li|tr|ul|ol|blockquote)$/i.test(name) && !closes ? '<br>' : ' ')
        kept = end + 1
      }
    }
    at = html.indexOf('<', end)
  }
  return parts.join('') + html.slice(kept)
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
  let kept = 0
  for (let found = begins.exec(lower); found; found = begins.exec(lower)) {
    const close = UNSEEN[found[0]] as string
    // Search once for an end that is not there.
    const end = endless.has(close) ? -1 : lower.indexOf(close, begins.lastIndex)
    if (end < 0) {
      endless.add(close)
      continue
    }
    parts.push(html.slice(kept, found.index))
    kept = end + close.length
    // The rest of a closing tag is removed with the other tags.
    if (close !== '-->') parts.push('</')
    begins.lastIndex = kept
  }
  return parts.join('') + html.slice(kept)
}

const characterOf = (code: number) =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\ufffd'

/**
 * Returns the text of HTML by removing its tags, for HTML that cannot be converted. Drops no text. Takes linear time for
 * any input.
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

/** What the converter writes where it drops elements: a character for private use, which mail programs do not write. */
const DROPPED = '\u{f5b1c}'

/** Returns the text of an HTML mail. Cuts off quoted messages, unless the mail is a forward. */
export function textOfHtml(html: string, { forwarded = false } = {}): string {
  let source = bounded(html)
  if (!forwarded)
    for (const mark of QUOTES) {
      const at = source.search(mark)
      // Cut only if there is text above. Otherwise the reply is below the quotation, and `splitText` separates them.
      if (at > 0 && saysSomething(source.slice(0, at))) source = source.slice(0, at)
    }
  const text = convert(source, {
    wordwrap: false,
    limits: { maxInputLength: 2 * HTML_MAX, maxDepth: NESTED_MAX + 20, ellipsis: DROPPED },
    // By default, text before and after the body is dropped.
    baseElements: { selectors: [] },
    selectors: [
      { selector: 'title', format: 'skip' },
      { selector: 'img', format: 'skip' },
      {
        selector: 'a',
        options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, linkBrackets: ['(', ')'], noAnchorUrl: true },
      },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'ul', options: { itemPrefix: '- ' } },
      { selector: 'hr', format: 'skip' },
    ],
  })
  // Where the converter gives up or writes too much, remove only the tags.
  return text.includes(DROPPED) || text.length > GROWTH_MAX * source.length + 1_000
    ? strippedHtml(source)
    : cleanText(text).trim()
}

/**
 * Splits the text of an HTML mail. Elements that contain quoted messages are cut off only if there are no replies in
 * them.
 */
export function splitHtml(html: string, { forwarded = false } = {}): Split {
  const whole = textOfHtml(html, { forwarded: true })
  const all = splitText(whole, { forwarded })
  if (forwarded || all.between) return all
  const said = newText(textOfHtml(html))
  if (said === '' || said === all.said) return all
  return { said, folded: leftOut(withoutFrame(whole.split('\n')), said), between: false }
}

const forward = /^\s*(fwd?|wg|tr|rv|enc|doorst|pd|i|vs|vb|vl|przek|转发|転送)\s*[:：]/i
/** Returns whether a mail is a forward, by its subject. */
export const isForward = (subject: string): boolean => forward.test(subject)
