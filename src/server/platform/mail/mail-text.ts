// Separates the new text of a mail from quoted messages and the signature. Pure functions.
import {
  hasStructure,
  isBlank,
  isQuoted,
  type Line,
  markdownOf,
  removeQuoteMarks,
  splitMarkedLines,
} from './mail-markup.ts'
import { announcesAnswers, isMarked, isOnlyGreeting, marker, startOfQuote } from './mail-quote.ts'
import { findTextEnd, signatureAt, withoutClosing, withoutPhone } from './mail-signature.ts'

/** Maximum characters of a text that are read. The rest is only in the stored mail. */
export const TEXT_MAX = 200_000
/** Maximum lines of a reply that is searched for a closing phrase and for announcements of answers further down. */
const ANSWER_LINES = 400

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

/**
 * A text split into new and probably quoted text. `between`: replies are between quoted lines. `format` is that of the
 * new text: Markdown if it has tables, lists, code or links of an HTML mail, and plain text otherwise. The rest is
 * plain text.
 */
export type Split = { newText: string; folded: string; between: boolean; format: 'plain' | 'markdown' }

const EMPTY: Line = { text: '', full: '' }

/** Returns lines without empty ones at the ends, and with at most one between others. */
function trimmed(lines: Line[]): Line[] {
  const end = findTextEnd(lines)
  const kept: Line[] = []
  for (const line of lines.slice(0, end)) {
    const empty = line.full.trim() === ''
    if (empty && (kept.length === 0 || kept.at(-1)?.full.trim() === '')) continue
    kept.push(line)
  }
  return kept
}

/** Returns a split as texts. */
function toSplit(newText: Line[], folded: Line[], between = false): Split {
  const format = hasStructure(newText) ? 'markdown' : 'plain'
  const plain = (lines: Line[]) =>
    trimmed(lines)
      .map((l) => l.text.trimEnd())
      .join('\n')
  return {
    newText: format === 'markdown' ? markdownOf(trimmed(newText)) : plain(newText),
    folded: folded.every(isBlank) ? '' : plain(folded),
    between,
    format,
  }
}

/** Moves an index up past horizontal rules, empty lines and our own heading directly above it. */
const ruled = (lines: Line[], at: number) => {
  let i = at
  while (i > 0 && (/^[\s_*>-]*$/.test((lines[i - 1] as Line).text) || ourHead.test((lines[i - 1] as Line).text))) i--
  return i
}
/** The lines above our separator line in one of our mails: the name, and the subject as heading. */
const ourHead = /^\s*(●\s|\[T-\d{1,15}\]\s)/

/** Returns the lines without the signature and what a phone added. */
const unsigned = (lines: Line[]): Line[] => withoutPhone(lines.slice(0, signatureAt(lines)))

/** Returns the reply among quoted lines: below them, or between them. */
function amongQuotes(lines: Line[]): { newText: Line[]; between: boolean } | undefined {
  const first = lines.findIndex(isQuoted)
  if (first < 0) return undefined
  const below = unsigned(lines.slice(first))
  const written = below.filter((l) => !isBlank(l))
  const runs = written.filter((l, i) => isQuoted(l) && (i === 0 || !isQuoted(written[i - 1] as Line))).length
  if (written.every(isQuoted)) return undefined
  // Below a single quotation, return only the reply. Between several, keep the quoted lines with their replies.
  if (runs <= 1) return { newText: below.slice(below.findLastIndex(isQuoted) + 1), between: false }
  const last = below.findLastIndex((l) => !isBlank(l) && !isQuoted(l))
  return { newText: below.slice(0, last + 1).filter((l) => !marker.test(l.text)), between: true }
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
function withoutFrame(lines: Line[]): Line[] {
  let common = Number.POSITIVE_INFINITY
  let most = 0
  for (const { text } of lines) {
    const { marks, at } = behindMarks(text, Number.POSITIVE_INFINITY)
    most = Math.max(most, marks)
    // A line of nothing but marks counts only if all lines are like it.
    if (text.slice(at).trim() !== '') common = Math.min(common, marks)
  }
  const frame = Math.min(common, most)
  if (frame === 0) return lines
  return lines.map((line) => {
    const { marks, at } = behindMarks(line.text, frame)
    return removeQuoteMarks(line, marks, at)
  })
}

/** Splits the lines of a mail that replies to none of our mails: only a signature at its end is folded. */
export function splitFirstLines(lines: Line[]): Split {
  const at = signatureAt(lines)
  const above = lines.slice(0, at)
  return above.every(isBlank) ? toSplit(lines, []) : toSplit(above, lines.slice(at))
}

/** Splits the lines of a mail that replies to one of ours. `forwarded` is true for a forward. */
export function splitAnswerLines(given: Line[], { forwarded = false, subject }: AnswerOptions = {}): Split {
  if (forwarded) return splitFirstLines(given)
  // If all lines are quoted without an introduction, the reply was written into the quotation.
  const lines = withoutFrame(given)
  const split = (newText: Line[], between = false): Split => {
    const shown = new Set(newText)
    return toSplit(
      newText,
      lines.filter((l) => !shown.has(l) && !marker.test(l.text)),
      between,
    )
  }
  const { at, passesOn } = startOfQuote(lines, subject)
  if (passesOn) return split(lines)
  // A quotation at the beginning needs no introduction.
  const heads = at < 0 && lines.find((l) => !isBlank(l))?.text.startsWith('>')
  const above = heads ? [] : unsigned(lines.slice(0, at < 0 ? lines.length : ruled(lines, at)))
  const last = above.findLastIndex((l) => !isBlank(l) && !isQuoted(l))
  const top = above.slice(0, last + 1)
  const markedQuote = isMarked(lines, at)
  // If quoted text is not marked with `>`, all the rest is quoted, and quotations within it are not a reply.
  const among = markedQuote ? amongQuotes(lines.slice(Math.max(at, 0))) : undefined
  if (last < 0) {
    if (among) return split(among.newText, among.between)
    const rest = at < 0 ? lines : lines.slice(at)
    const introduced = at >= 0 && markedQuote && rest.every((l, i) => i < 4 || isBlank(l) || isQuoted(l))
    // An unmarked quotation can contain the reply anywhere.
    return introduced ? toSplit([], lines) : split(lines)
  }
  const everything = lines.filter((l) => !marker.test(l.text))
  const quotes = at >= 0 || above.slice(last + 1).some((l) => !isBlank(l))
  const short = top.length <= ANSWER_LINES
  // The answers are in the quotation, as the text above it says.
  if (quotes && short && !among?.between && announcesAnswers(top)) return split(everything)
  if (quotes && !among && isOnlyGreeting(top)) return split(everything)
  // A reply on top, with more of it between or below the quotations.
  if (among && at >= 0) return split([...top, EMPTY, ...among.newText], among.between)
  return split(short ? withoutClosing(top) : top)
}
export type AnswerOptions = { forwarded?: boolean; subject?: string }

const read = (whole: string) => splitMarkedLines(cleanText(whole).slice(0, TEXT_MAX))

/**
 * Splits a plain text into new and probably quoted text. No line of the first TEXT_MAX characters is lost: each is in
 * `newText` or in `folded`. `newText` is empty only when the text is empty, or when all of it is a marked quotation
 * with an introduction. If new text cannot be distinguished, all of it counts as new.
 */
export const splitText = (whole: string, options: AnswerOptions = {}): Split => splitAnswerLines(read(whole), options)

/** Splits a plain text that replies to none of our mails: only its signature is in `folded`, no quotation. */
export const splitFirst = (whole: string): Split => splitFirstLines(read(whole))
