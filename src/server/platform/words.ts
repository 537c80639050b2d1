// Formats money, dates and names for mails, documents and API responses. Screens have their own formatters in
// web/ui/text. Both format durations and ranges of dates with contract/plain/durations.ts and
// contract/plain/date-ranges.ts.

/** Shown instead of the name of a person who has left and whose name the reader may no longer see. */
export const FORMER = 'Former colleague'

/** Formats cents as `$1,750.00`. Uses integer arithmetic to avoid rounding errors. */
export function formatCents(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100)
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '-' : ''}$${whole.toLocaleString('en-US')}.${rest}`
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
/** Formats a date such as 2026-11-20 as `November 20, 2026`. */
export const formatDay = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** Formats a date such as 2026-11-20 as `November 2026`. */
export const formatMonth = (day: string): string => MONTH.format(new Date(`${day}T00:00:00Z`))

/** Shortens a text to at most `most` characters, ending in an ellipsis. */
export const cutText = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
/**
 * Returns Markdown as one line of plain text with at most `most` characters, for notifications. Keeps underscores
 * within names such as `client_id`.
 */
export const unmarkedLine = (text: string, most: number): string =>
  cutText(
    cutText(text, 2_000)
      .replace(/^\s*(?:```.*|[-*+]|\d+[.)]|#{1,6}|>)(?=\s|$)/gm, '')
      .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
      .replace(/(\*\*|__|~~|`+)(?=\S)(.*?\S)\1/g, '$2')
      .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]*?\S)\1(?![\w*])/g, '$2')
      .replace(/\s+/g, ' ')
      .trim(),
    most,
  )
