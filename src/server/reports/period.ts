// Periods of reports: which days, which came before, how they are cut into rows and called. Pure; days are texts.
import { MOST_DAYS } from '../../contract/reports.ts'

export type Span = { from: string; to: string }
export type Cut = 'day' | 'week' | 'month'
const DAY_MS = 86_400_000
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The day so many days later. */
export const addDays = (day: string, n: number): string => dayOf(at(day) + n * DAY_MS)
/** How many days a span has. */
export const daysOf = ({ from, to }: Span): number => Math.round((at(to) - at(from)) / DAY_MS) + 1
/** The first day of the month so many months later. */
export const monthStart = (day: string, n = 0): string =>
  dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + n, 1))
const monthEnd = (day: string) => addDays(monthStart(day, 1), -1)
/** The whole months of a span, as the first days of the first and the last; undefined when it has none. */
export function monthsOf({ from, to }: Span): Span | undefined {
  const first = from.endsWith('-01') ? from : monthStart(from, 1)
  const last = to === monthEnd(to) ? monthStart(to) : monthStart(to, -1)
  return first <= last ? { from: first, to: last } : undefined
}
const monthsBetween = (a: string, b: string) =>
  (Number(b.slice(0, 4)) - Number(a.slice(0, 4))) * 12 + Number(b.slice(5, 7)) - Number(a.slice(5, 7))

/**
 * What was asked for, or the month so far. Gives words beside the fields instead of a span that runs backwards, or is
 * longer than three years.
 */
export function spanOf(asked: Partial<Span>, today: string): Span | { fields: Record<string, string[]> } {
  const to = asked.to ?? (asked.from && asked.from > today ? asked.from : today)
  const from = asked.from ?? monthStart(to)
  if (from > to) return { fields: { to: ['The last day comes before the first. Choose a later one.'] } }
  if (daysOf({ from, to }) > MOST_DAYS) return { fields: { from: ['At most three years. Choose a later first day.'] } }
  return { from, to }
}

/**
 * What a span is compared with. One that begins on the first of a month is compared with the same days of as many months
 * before (whole months with whole months); any other with as many days right before it.
 */
export function spanBefore({ from, to }: Span): Span {
  if (!from.endsWith('-01')) return { from: addDays(from, -daysOf({ from, to })), to: addDays(from, -1) }
  const months = monthsBetween(from, to) + 1
  const last = monthEnd(monthStart(to, -months))
  const same = `${last.slice(0, 8)}${to.slice(8)}`
  return { from: monthStart(from, -months), to: to === monthEnd(to) || same > last ? last : same }
}

/** Rows of days for a month or so, of weeks for half a year, of months beyond. On paper a month comes in weeks. */
export function cutOf(span: Span, paper = false): Cut {
  const days = daysOf(span)
  return days <= (paper ? 13 : 45) ? 'day' : days <= 200 ? 'week' : 'month'
}

/** The first day of the row that a day belongs to; weeks begin on Monday. */
function rowOf(day: string, cut: Cut): string {
  if (cut === 'day') return day
  if (cut === 'month') return monthStart(day)
  return addDays(day, -((new Date(at(day)).getUTCDay() + 6) % 7))
}

const later = (a: string, b: string) => (a.localeCompare(b) > 0 ? a : b)
/** Every row of a span, in order: the day that names it, and its days within the span. */
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

const shown = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (day: string) => format.format(new Date(at(day)))
}
const SHORT = shown({ month: 'short', day: 'numeric' })
const WHOLE = shown({ month: 'short', day: 'numeric', year: 'numeric' })
const MONTH = shown({ month: 'long', year: 'numeric' })
const SHORT_MONTH = shown({ month: 'short', year: 'numeric' })

/** What a span is called: "November 2026", "Nov 1 – 22, 2026". */
export function nameOf({ from, to }: Span): string {
  if (from === to) return WHOLE(from)
  if (from.endsWith('-01') && to === monthEnd(to)) {
    if (monthStart(from) === monthStart(to)) return MONTH(from)
    return from.slice(0, 4) === to.slice(0, 4)
      ? `${shown({ month: 'long' })(from)} – ${MONTH(to)}`
      : `${MONTH(from)} – ${MONTH(to)}`
  }
  if (from.slice(0, 7) === to.slice(0, 7)) return `${SHORT(from)} – ${Number(to.slice(8))}, ${to.slice(0, 4)}`
  return from.slice(0, 4) === to.slice(0, 4) ? `${SHORT(from)} – ${WHOLE(to)}` : `${WHOLE(from)} – ${WHOLE(to)}`
}

/** What a row is called. */
export function rowName({ from, to }: Span, cut: Cut): string {
  if (cut === 'day' || from === to) return SHORT(from)
  if (cut === 'week')
    return from.slice(0, 7) === to.slice(0, 7)
      ? `${SHORT(from)} – ${Number(to.slice(8))}`
      : `${SHORT(from)} – ${SHORT(to)}`
  return SHORT_MONTH(from)
}
