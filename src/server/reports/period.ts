// Periods of reports: their days, the previous period, rows and names. Pure functions; dates are text like 2026-11-20.
import { formatDateRange, formatDateRangeShort, formatMonthRange } from '../../contract/plain/date-ranges.ts'
import { addDays, countDays } from '../../contract/plain/days.ts'
import { MOST_DAYS } from '../../contract/reports.ts'

export type Span = { from: string; to: string }
export type Cut = 'day' | 'week' | 'month'
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Returns the first day of the month that is `n` months later. */
export const monthStart = (day: string, n = 0): string =>
  dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + n, 1))
const monthEnd = (day: string) => addDays(monthStart(day, 1), -1)
/** Returns the first days of the first and last full month of a span; undefined when it has none. */
export function monthsOf({ from, to }: Span): Span | undefined {
  const first = from.endsWith('-01') ? from : monthStart(from, 1)
  const last = to === monthEnd(to) ? monthStart(to) : monthStart(to, -1)
  return first <= last ? { from: first, to: last } : undefined
}
/** Returns whether a span begins on the first of a month and ends on the last of one. */
export const isWholeMonths = ({ from, to }: Span): boolean => from.endsWith('-01') && to === monthEnd(to)
const monthsBetween = (a: string, b: string) =>
  (Number(b.slice(0, 4)) - Number(a.slice(0, 4))) * 12 + Number(b.slice(5, 7)) - Number(a.slice(5, 7))

/**
 * Returns the requested span, or the current month to date. Returns field errors when the span runs backwards or is
 * longer than three years.
 */
export function spanOf(asked: Partial<Span>, today: string): Span | { fields: Record<string, string[]> } {
  const to = asked.to ?? (asked.from && asked.from > today ? asked.from : today)
  const from = asked.from ?? monthStart(to)
  if (from > to) return { fields: { to: ['The end date is before the start date. Choose a later end date.'] } }
  if (countDays(from, to) > MOST_DAYS) return { fields: { from: ['Choose a period of up to three years.'] } }
  return { from, to }
}

/**
 * Returns the span to compare with. A span that starts on the first of a month is compared with the same days of the
 * same number of months before, full months with full months. Any other is compared with as many days right before it.
 */
export function spanBefore({ from, to }: Span): Span {
  if (!from.endsWith('-01')) return { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) }
  const months = monthsBetween(from, to) + 1
  const last = monthEnd(monthStart(to, -months))
  const same = `${last.slice(0, 8)}${to.slice(8)}`
  return { from: monthStart(from, -months), to: to === monthEnd(to) || same > last ? last : same }
}

/** Returns the row size: a day up to 45 days (13 in a PDF), a week up to 200 days, and a month for longer spans. */
export function cutOf(span: Span, forPdf = false): Cut {
  const days = countDays(span.from, span.to)
  return days <= (forPdf ? 13 : 45) ? 'day' : days <= 200 ? 'week' : 'month'
}

/** Returns the first day of the row that a day belongs to. Weeks start on Monday. */
function rowOf(day: string, cut: Cut): string {
  if (cut === 'day') return day
  if (cut === 'month') return monthStart(day)
  return addDays(day, -((new Date(at(day)).getUTCDay() + 6) % 7))
}

const later = (a: string, b: string) => (a.localeCompare(b) > 0 ? a : b)
/** Returns the rows of a span in order: the first day of the row, and its first and last day within the span. */
export function rowsOf(span: Span, cut: Cut): { row: string; from: string; to: string }[] {
  const rows: { row: string; from: string; to: string }[] = []
  for (let row = rowOf(span.from, cut); row <= span.to; ) {
    const next = cut === 'day' ? addDays(row, 1) : cut === 'week' ? addDays(row, 7) : monthStart(row, 1)
    const end = addDays(next, -1)
    rows.push({ row, from: later(row, span.from), to: later(end, span.to) === end ? span.to : end })
    row = next
  }
  return rows
}

const SHORT_MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Returns the name of a span, such as "November 2026" or "Nov 1–22, 2026". */
export const nameOf = ({ from, to }: Span): string =>
  isWholeMonths({ from, to }) ? formatMonthRange(from, to) : formatDateRange(from, to)

/** Returns the name of a row. */
export const rowName = ({ from, to }: Span, cut: Cut): string =>
  cut === 'month' && from !== to ? SHORT_MONTH.format(new Date(at(from))) : formatDateRangeShort(from, to)
