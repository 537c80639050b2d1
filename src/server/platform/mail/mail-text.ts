// Extracts the new text of a mail, without quoted messages and the signature. Pure functions.
import EmailReplyParser from 'email-reply-parser'

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
export function leftOut(whole: string[], shown: string): string {
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
export function withoutFrame(lines: string[]): string[] {
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

const forward = /^\s*(fwd?|wg|tr|rv|enc|doorst|pd|i|vs|vb|vl|przek|转发|転送)\s*[:：]/i
/** Returns whether a mail is a forward, by its subject. */
export const isForward = (subject: string): boolean => forward.test(subject)
