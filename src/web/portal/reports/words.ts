// Figures and periods as text. Days are strings such as 2026-11-22.
import { formatHoursMinutes, formatMinutes, nameHoursColumn } from '../../../contract/plain/durations.ts'
import { formatCents, formatCentsShort } from '../../ui/text/money-text.ts'
import type { Definition } from './model.ts'

/** Formats a value in full: "12", "1 h 30 min", "97.5%", "$1,750.00". A dash for null. */
export function formatFigure({ unit }: Pick<Definition, 'unit'>, value: number | null): string {
  if (value === null) return '–'
  if (unit === 'minutes') return formatMinutes(value)
  if (unit === 'money') return formatCents(value)
  if (unit === 'percent') return `${value}%`
  if (unit === 'score') return value.toFixed(1)
  return value.toLocaleString('en-US')
}

/** Formats a value for a column: minutes as "1:30", any other value in full. */
export const formatFigureCell = (of: Pick<Definition, 'unit'>, value: number | null): string =>
  of.unit === 'minutes' && value !== null ? formatHoursMinutes(value) : formatFigure(of, value)

/** Returns the header of a column, which says that a duration is in hours and minutes. */
export const nameColumn = (of: Pick<Definition, 'name' | 'unit'> | undefined): string | undefined =>
  of && (of.unit === 'minutes' ? nameHoursColumn(of.name) : of.name)

/** Formats a value for a chart's axis, where there is little room. */
export function formatFigureShort({ unit }: Pick<Definition, 'unit'>, value: number): string {
  if (unit === 'minutes') return formatHoursMinutes(value)
  if (unit === 'money') return formatCentsShort(Math.round(value))
  // Fractions of a count are not labeled.
  return Number.isInteger(value) ? value.toLocaleString('en-US') : ''
}

/** A change is also shown in percent if it is at most this many times the previous value. */
const MOST_TIMES = 3
type Change = { text: string; tone: 'good' | 'bad' | 'none' }
/** Returns the change from the previous value, and whether it is good. Undefined if the figure is not compared. */
export function changeOf(of: Definition, value: number | null, before: number | null): Change | undefined {
  const { less, neutral, now, unit } = of
  if (now || value === null || before === null) return undefined
  const by = value - before
  if (by === 0) return { text: 'No change', tone: 'none' }
  const points = Math.abs(Math.round(by * 10) / 10)
  const size =
    unit === 'percent'
      ? `${points} ${points === 1 ? 'point' : 'points'}`
      : formatFigure(of, Math.abs(unit === 'score' ? Math.round(by * 10) / 10 : by))
  // Compared with a very small value, every change would be many hundred percent.
  const share =
    before !== 0 && Math.abs(by / before) <= MOST_TIMES && unit !== 'percent' && unit !== 'score'
      ? ` (${Math.round((Math.abs(by) / Math.abs(before)) * 100)}%)`
      : ''
  return {
    text: `${by > 0 ? 'Up' : 'Down'} ${size}${share}`,
    tone: neutral ? 'none' : by > 0 === !less ? 'good' : 'bad',
  }
}

// ---- periods
export const REPORT_PERIODS = ['month', 'last-month', 'quarter', 'year'] as const
export type PeriodName = (typeof REPORT_PERIODS)[number]
export const reportPeriodLabels: Record<PeriodName, string> = {
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'Last 3 months',
  year: 'Last 12 months',
}
const start = (day: string, months: number) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10)
const end = (day: string, months: number) =>
  new Date(Date.parse(`${start(day, months + 1)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/**
 * Returns the first and last day of a named period. All months except the current one are complete, so that they can be
 * compared.
 */
export function getPeriodByName(name: PeriodName, today: string): { from: string; to: string } {
  if (name === 'month') return { from: start(today, 0), to: today }
  return { from: start(today, name === 'last-month' ? -1 : name === 'quarter' ? -3 : -12), to: end(today, -1) }
}

/** Returns the name of a period, or undefined if it is a custom one. */
export const findPeriodName = (period: { from?: string; to?: string }, today: string): PeriodName | undefined =>
  !period.from && !period.to
    ? 'month'
    : REPORT_PERIODS.find((p) => {
        const { from, to } = getPeriodByName(p, today)
        return from === period.from && to === period.to
      })

/** Returns the axis labels of a table over time. Some are empty, so that the rest stay readable. */
export function thinOutNames(rows: readonly { id: string | null; name: string }[]): string[] {
  const step = rows.length > 16 ? 5 : rows.length > 8 ? 2 : 1
  return rows.map(({ id, name }, i) => {
    if (i % step !== 0) return ''
    if (rows.length > 16 && id) return String(Number(id.slice(8)))
    return name.split(/ ?– ?/)[0]?.replace(/ 20(\d\d)$/, '') ?? name
  })
}
