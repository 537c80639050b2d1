// Figures and periods in words. Days are texts such as 2026-11-22.
import { axisMinutes } from '../../ui/axis-minutes.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { shortCents, showCents } from '../../ui/money-text.ts'
import type { Definition } from './model.ts'

/** A value in full: "12", "1 h 30 min", "97.5%", "$1,750.00"; a dash for nothing. */
export function showFigure({ unit }: Pick<Definition, 'unit'>, value: number | null): string {
  if (value === null) return '–'
  if (unit === 'minutes') return showMinutes(value)
  if (unit === 'money') return showCents(value)
  if (unit === 'percent') return `${value}%`
  if (unit === 'score') return value.toFixed(1)
  return value.toLocaleString('en-US')
}

/** The same at an axis, where there is little room. */
export function shortFigure({ unit }: Pick<Definition, 'unit'>, value: number): string {
  if (unit === 'minutes') return axisMinutes(value)
  if (unit === 'money') return shortCents(Math.round(value))
  // Half a ticket is no step of an axis.
  return Number.isInteger(value) ? value.toLocaleString('en-US') : ''
}

/** How many times the figure before, at most, a change is also said in percent. */
const MOST_TIMES = 3
type Change = { text: string; tone: 'good' | 'bad' | 'none' }
/** How a figure stands to the one before, and whether that is good. Undefined where nothing is compared. */
export function changeOf(of: Definition, value: number | null, before: number | null): Change | undefined {
  const { less, neutral, now, unit } = of
  if (now || value === null || before === null) return undefined
  const by = value - before
  if (by === 0) return { text: 'No change', tone: 'none' }
  const points =
    unit === 'percent'
      ? `${Math.abs(Math.round(by * 10) / 10)} points`
      : showFigure(of, Math.abs(unit === 'score' ? Math.round(by * 10) / 10 : by))
  // Of very little everything is many hundred percent, and that says nothing.
  const share =
    before !== 0 && Math.abs(by / before) <= MOST_TIMES && unit !== 'percent' && unit !== 'score'
      ? ` (${Math.round((Math.abs(by) / Math.abs(before)) * 100)}%)`
      : ''
  return {
    text: `${by > 0 ? 'Up' : 'Down'} ${points}${share}`,
    tone: neutral ? 'none' : by > 0 === !less ? 'good' : 'bad',
  }
}

// ---- periods
export const PERIODS = ['month', 'last-month', 'quarter', 'year'] as const
export type PeriodName = (typeof PERIODS)[number]
export const periodLabels: Record<PeriodName, string> = {
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'Last 3 months',
  year: 'Last 12 months',
}
const start = (day: string, months: number) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10)
const end = (day: string, months: number) =>
  new Date(Date.parse(`${start(day, months + 1)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** First and last day of a period by its name. Months but this one are whole, so that they compare with whole ones. */
export function periodOf(name: PeriodName, today: string): { from: string; to: string } {
  if (name === 'month') return { from: start(today, 0), to: today }
  return { from: start(today, name === 'last-month' ? -1 : name === 'quarter' ? -3 : -12), to: end(today, -1) }
}

/** The name of a period that has one. */
export const periodName = (period: { from?: string; to?: string }, today: string): PeriodName | undefined =>
  !period.from && !period.to
    ? 'month'
    : PERIODS.find((p) => {
        const { from, to } = periodOf(p, today)
        return from === period.from && to === period.to
      })

/** What stands at the axis beneath a row of a time: few enough to be read. */
export function axisNames(rows: readonly { id: string | null; name: string }[]): string[] {
  const step = rows.length > 16 ? 5 : rows.length > 8 ? 2 : 1
  return rows.map(({ id, name }, i) => {
    if (i % step !== 0) return ''
    if (rows.length > 16 && id) return String(Number(id.slice(8)))
    return name.split(' – ')[0]?.replace(/ 20(\d\d)$/, '') ?? name
  })
}
