// Money, minutes, days and people in the words of mails, documents and answers. Screens have their own (web/ui/*-text.ts).

/** What somebody is called who has left, and whose name the reader may not see any more. */
export const FORMER = 'Former colleague'

/** `$1,750.00`, exactly: cents are never divided. */
export function showCents(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100)
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '-' : ''}$${whole.toLocaleString('en-US')}.${rest}`
}

/** `1 h 30 min`; below zero with a minus sign. */
export function showMinutes(minutes: number): string {
  if (minutes < 0) return `−${showMinutes(-minutes)}`
  const h = Math.floor(minutes / 60)
  const m = minutes % 60
  if (h === 0) return `${m} min`
  return `${h.toLocaleString('en-US')} h${m === 0 ? '' : ` ${m} min`}`
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
/** `November 20, 2026` of a day such as 2026-11-20. */
export const showDay = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** `November 2026` of a day in it. */
export const showMonth = (day: string): string => MONTH.format(new Date(`${day}T00:00:00Z`))

/** A text of at most `most` characters; what was cut off is an ellipsis. */
export const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
/**
 * Markdown as one line without its marks, as the bell shows it: at most `most` characters. Names such as `client_id` keep
 * theirs.
 */
export const unmarkedLine = (text: string, most: number): string =>
  cut(
    cut(text, 2_000)
      .replace(/^\s*(?:```.*|[-*+]|\d+[.)]|#{1,6}|>)(?=\s|$)/gm, '')
      .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
      .replace(/(\*\*|__|~~|`+)(?=\S)(.*?\S)\1/g, '$2')
      .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]*?\S)\1(?![\w*])/g, '$2')
      .replace(/\s+/g, ' ')
      .trim(),
    most,
  )
