// What somebody wrote in a mail, without what was said before and without the signature. Pure.
import EmailReplyParser from 'email-reply-parser'
import { convert } from 'html-to-text'

/** Longer texts are not looked at: they are kept whole with the mail. */
export const TEXT_MAX = 200_000
const PARSED_MAX = 20_000

// Our own line, however a mail program indented it or drew its dashes.
const marker = /^[>|\s]*[-–—]{1,3}\s?Reply above this line\s?[-–—]{1,3}\s*$/i
const separator =
  /^[>\s]*[-–—_]{2,}\s*(original message|original appointment|reply message|ursprüngliche nachricht|originalnachricht|message d['’]origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original|oryginalna wiadomość|wiadomość oryginalna|originalmeddelande|oprindelig besked|opprinnelig melding|alkuperäinen viesti|исходное сообщение|původní zpráva|eredeti üzenet|元のメッセージ|原始邮件|원본 메시지)\s*[-–—_]{2,}\s*$/i
// The head that Outlook puts over an answered mail: who, then when, in the language of the program.
const headFrom =
  /^[>\s]*\*{0,2}(from|von|de|da|van|od|från|fra|lähettäjä|feladó|kimden|от|від|差出人|发件人|寄件者|보낸 사람)\s?[:：]\*{0,2}\s*\S/i
const headSent =
  /^[>\s]*\*{0,2}(sent|date|gesendet|datum|envoyé|enviado|enviada|enviado el|enviada em|enviado em|fecha|data|inviato|verzonden|wysłano|wysłane|skickat|sendt|dato|lähetetty|elküldve|gönderildi|odesláno|отправлено|дата|надіслано|送信日時|日時|日付|发送时间|寄件日期|보낸 날짜)\s?[:：]/i
const wrote =
  /(?<!\p{L})(wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|napisał|napisała|napisał\(a\)|pisze|skrev|kirjoitti|napsal|napsal\(a\)|yazdı|írta)(?!\p{L})|(написал|пишет|писал|пише|написав|さんは書きました|のメール|のメッセージ|写道|님이 작성|작성)/iu
const addressed = /<[^<>\s]+@[^<>\s]+>/
/** “On Fri, Nov 20, 2026 at 9:14 AM Erin <…> wrote:”, in one of many languages, once it stands in one line. */
const attribution = (line: string) => {
  const text = line.trim().replace(/^>+\s?/, '')
  if (text.length > 400 || !/[:：]\s*$/.test(text) || !/\d/.test(text)) return false
  // Japanese Gmail names the day and the person and leaves the verb out.
  return wrote.test(text) || (addressed.test(text) && /\d{4}.*\d{1,2}[:：h.]\d{2}/.test(text))
}
const mobile =
  /^\s*(sent (from|via) (my|mail|outlook|yahoo|samsung|proton|a |the )|sent with (proton|airmail|spark)|get outlook for|outlook (for|für|pour|para|voor) (ios|android)|von meinem .{1,40} gesendet|gesendet (von|mit) |diese nachricht wurde von meinem|holen sie sich outlook|laden sie outlook|envoyé (de|depuis|à partir) |télécharger outlook|enviado (desde|do|a partir|de) |enviada? (do|a partir) |obtener outlook|obter o outlook|inviato (da|dal) |scarica outlook|verzonden (vanaf|met) |verstuurd vanaf |download outlook|wysłane z |wysłano z |pobierz outlook|skickat från |sendt fra |lähetetty |отправлено (с|из|от) |надіслано з |iphoneから送信|ipadから送信|my .* から送信|发自我的|从我的|yahoo mail[: ]|\[?https?:\/\/aka\.ms\/)/iu
const quotedLine = /^\s*>/

// What would steer the reading direction or the terminal instead of saying something.
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Text with plain line ends and without what is not to be seen. */
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

/** Takes a signature and the line of a phone off the end. */
function unsigned(lines: string[]): string[] {
  let end = lines.length
  const dashes = lines.findIndex((l, i) => /^--\s?$/.test(l) && lines.length - i <= 25 && i > 0)
  if (dashes > 0) end = dashes
  for (let i = end - 1; i >= 0; i--) {
    const line = lines[i] as string
    if (line.trim() === '') continue
    // A phone's line may stand above two or three that belong to it.
    const near = lines.slice(Math.max(0, i - 3), i + 1).findIndex((l) => mobile.test(l))
    if (near < 0) break
    i = Math.max(0, i - 3) + near
    end = i
  }
  return lines.slice(0, end)
}

/** Where what was said before begins: the first line of it, and whether it is marked with `>`. */
function startOfQuote(lines: string[]): number {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string
    if (marker.test(line) || separator.test(line)) return i
    if (headFrom.test(line) && lines.slice(i + 1, i + 6).some((l) => headSent.test(l))) return i
    for (let n = 1; n <= 3 && i + n <= lines.length; n++) {
      const part = lines.slice(i, i + n)
      if (part.some((l, k) => k > 0 && l.trim() === '')) break
      if (attribution(part.join(' '))) return i
    }
  }
  return -1
}

/** What stands above our own line in a mail of ours: the name, and the subject as its heading. */
const ourHead = /^\s*(●\s|\[T-\d{1,15}\]\s)/

/** Lines before which somebody drew a rule to keep apart what was said before. */
const ruled = (lines: string[], at: number) => {
  let i = at
  while (i > 0 && (/^[\s_*>-]*$/.test(lines[i - 1] as string) || ourHead.test(lines[i - 1] as string))) i--
  return i
}

/** The answer among quoted lines: below them, or between them. */
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
  // Below one quotation: only the answer. Between several: what is answered stands with it.
  if (runs <= 1) return { text: trimmed(parts.flatMap((p) => [...p, ''])), between: false }
  const last = below.findLastIndex((l) => l.trim() !== '' && !quotedLine.test(l))
  return { text: trimmed(below.slice(0, last + 1).filter((l) => !marker.test(l))), between: true }
}

/** Whether what was said before is marked line by line. */
function isMarked(lines: string[], at: number): boolean {
  if (at < 0) return lines.some((l) => quotedLine.test(l))
  if (quotedLine.test(lines[at] as string)) return true
  if (marker.test(lines[at] as string) || separator.test(lines[at] as string)) return false
  const rest = lines.slice(at, at + 12)
  const end = rest.findIndex((l) => /[:：]\s*$/.test(l))
  return quotedLine.test(rest.slice(end + 1).find((l) => l.trim() !== '') ?? '')
}

/**
 * What is new in a plain text: everything up to what was said before, without the signature. A mail that holds nothing
 * else but what looks like that is given whole, as long as it is not only quoted.
 */
export function newText(whole: string, { forwarded = false } = {}): string {
  const lines = cleanText(whole).slice(0, TEXT_MAX).split('\n')
  if (forwarded) return trimmed(unsigned(lines))
  const at = startOfQuote(lines)
  const above = unsigned(lines.slice(0, at < 0 ? lines.length : ruled(lines, at)))
  const last = above.findLastIndex((l) => l.trim() !== '' && !quotedLine.test(l))
  const top = trimmed(above.slice(0, last + 1))
  // Where what was said before is not marked with `>`, all the rest is it, and its own quotations are nobody's answer.
  const among = isMarked(lines, at) ? amongQuotes(lines.slice(Math.max(at, 0))) : undefined
  if (top === '') {
    if (among !== undefined) return among.text
    return at < 0 ? trimmed(lines.filter((l) => !quotedLine.test(l))) : ''
  }
  // An answer on top, and more of it between the quotations. Below a single one stands what servers add: a disclaimer.
  if (among?.between && at >= 0) return `${top}\n\n${among.text}`
  if (top.length > PARSED_MAX) return top
  // A second opinion: greetings and signatures of programs in other languages.
  return trimmed(new EmailReplyParser().read(`${top}\n`).getVisibleText().split('\n')) || top
}

/** Marks by which mail programs set off what was said before; of tags that have no end, no more is looked at than a tag has. */
const QUOTES = [
  /<div[^>]{1,300}id="?(appendonsend|divRplyFwdMsg|mail-editor-reference-message-container|reply-intro|x_divRplyFwdMsg)"?/i,
  /<(div|blockquote)[^>]{1,300}class="?[^">]{0,300}\b(gmail_quote|gmail_quote_container|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|moz-forward-container)\b/i,
  /<div[^>]{1,300}style="?[^">]{0,300}border:\s?none;\s?border-top:\s?solid #(e1e1e1|b5c4df) 1\.0pt/i,
  /<div[^>]{1,300}name="?quote"?/i,
  /<hr[^>]{1,300}id="?(stopSpelling|ymail_android_signature)"?/i,
]

/** Whether HTML says anything: whether there is text outside of tags, styles and the head. Reads it once, whatever it is. */
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
    // What does not end says nothing more that could be told apart.
    if (end < 0) return name === undefined
    at = end + close.length
  }
  return false
}

/** The text of a mail that came as HTML only. */
export function textOfHtml(html: string, { forwarded = false } = {}): string {
  let source = html.slice(0, 2_000_000)
  if (!forwarded)
    for (const mark of QUOTES) {
      const at = source.search(mark)
      // Only what stands above it: an answer below keeps its quotation, and the text decides.
      if (at > 0 && saysSomething(source.slice(0, at))) source = source.slice(0, at)
    }
  return cleanText(
    convert(source, {
      wordwrap: false,
      limits: { maxInputLength: 2_000_000, maxDepth: 60, maxChildNodes: 2_000 },
      selectors: [
        { selector: 'img', format: 'skip' },
        {
          selector: 'a',
          options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, linkBrackets: ['(', ')'], noAnchorUrl: true },
        },
        ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
        { selector: 'ul', options: { itemPrefix: '- ' } },
        { selector: 'hr', format: 'skip' },
      ],
    }),
  ).trim()
}

const forward = /^\s*(fwd?|wg|tr|rv|enc|doorst|pd|i|vs|vb|vl|przek|转发|転送)\s*[:：]/i
/** Whether a mail passes something on rather than answering. */
export const isForward = (subject: string): boolean => forward.test(subject)
