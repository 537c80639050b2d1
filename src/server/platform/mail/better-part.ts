// Chooses between the plain text and the HTML of a mail. Pure functions.
import { type ReadHtml, readHtml } from './mail-html.ts'
import { CODE, INDENT, ITEM, ROW } from './mail-markup.ts'
import { isForward } from './mail-quote.ts'
import { type Split, splitFirst, splitText } from './mail-text.ts'

/** A mail's text from one of its parts. */
export type Part = { text: string; first: Split; answer: Split; isHtml: boolean }

/**
 * Matches a plain text part that only asks for a program that shows HTML, in any language: short, and with that word.
 */
const STUB = /^(?=[\s\S]{0,500}$)[\s\S]*\bHTML\b/i
const STUB_MAX = 300

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const withoutLinks = (text: string) => text.replace(/[<([]{0,2}https?:\/\/[^\s<>()[\]]{1,4000}[>)\]]{0,2}/gi, ' ')

/** Returns whether a short plain text says next to nothing beside a long HTML part: a link, and a few words for it. */
function saysLittle(text: string, html: ReadHtml): boolean {
  if (text.length > 4_000) return false
  const rest = withoutLinks(text).trim()
  if (rest.length > STUB_MAX) return false
  const [few, many] = [wordsOf(rest).length, wordsOf(withoutLinks(html.text)).length]
  return (rest !== text.trim() && few <= 25 && many >= 3 * few + 10) || (few <= 3 && many >= 30)
}

/**
 * Returns whether nearly all words of a plain text are in the HTML, which means that a program generated it from the
 * HTML.
 */
function isFlattened(text: string, html: ReadHtml): boolean {
  const htmlWords = new Set(wordsOf(html.text))
  const words = wordsOf(withoutLinks(text))
  const absent = words.filter((word) => !htmlWords.has(word)).length
  return words.length > 0 && absent <= 0.05 * words.length + 1
}

const STRUCTURED = /<(?:table|pre|ul|ol)\b/i
const PICTURE = /<img\b[^<>]{0,2000}\bsrc=["']?cid:/i
/** Returns whether HTML shows tables, lists within lists or code that a plain text cannot. */
const isStructured = ({ lines }: ReadHtml) =>
  lines.some(({ full }) => full.startsWith(ROW) || full.startsWith(CODE) || (full.includes(ITEM) && INDENT.test(full)))

/**
 * Returns a text in which `[cid:image001.png@01DB]`, as Outlook writes the place of a picture, is replaced by the
 * picture's name.
 */
export const pictureNames = (text: string): string =>
  text.replace(/\[cid:([^\]@\s]{1,100}\.[a-z\d]{2,4})@[^\]\s]{1,100}\]/gi, '[$1]')

/**
 * Returns the text of the better part. The HTML is better if the plain text is empty, has only quoted text or next to
 * nothing, or is the HTML without its tables, lists and pictures.
 */
export function betterPart(written: string, html: string, subject: string): Part {
  const options = { subject, forwarded: isForward(subject, written) }
  const plain = { text: written.trim(), first: splitFirst(written), answer: splitText(written, options), isHtml: false }
  if (html === '') return plain
  const empty = plain.text === '' || STUB.test(plain.text) || plain.answer.newText === ''
  const little = plain.text.length <= 4_000 && withoutLinks(plain.text).trim().length <= STUB_MAX
  if (!empty && !little && !STRUCTURED.test(html) && !PICTURE.test(html)) return plain
  const read = readHtml(html, { subject })
  const { text, first, answer } = read
  const pictures = text.match(/\[[^\]\n]{1,80}\.[a-z]{3,4}\]/gi) ?? []
  const misses =
    isStructured(read) ||
    (pictures.length > 0 && !/\[(?:cid|image):/i.test(written) && !pictures.some((p) => written.includes(p)))
  const better =
    text !== '' && (empty || (little && saysLittle(written, read)) || (misses && isFlattened(written, read)))
  return better ? { text, first, answer, isHtml: true } : plain
}
