// Targets, periods and changes as text, and parsing of typed targets. Pure.

import { formatMinutes } from '../../../contract/plain/durations.ts'
import type { Difference } from '../../ui/conflict-view.tsx'
import { formatZone } from '../../ui/forms/time-zones.ts'
import { formatHoursRange, formatWeekHours } from '../../ui/text/week-hours.ts'
import {
  type Calendar,
  type Change,
  clockLabels,
  clocks,
  type Holiday,
  type Period,
  type Target,
  type Targets,
  targetPriorities,
  type Week,
} from './model.ts'

export type Unit = 'minutes' | 'hours' | 'days'
/** A target as the form holds it, such as "2" hours. */
export type Typed = { amount: string; unit: Unit; clock: Target['clock'] }

const DAY_AND_NIGHT = 1_440
/** Returns the minutes in a target's day: a business day of the calendar, or 24 hours. */
const dayOf = (clock: Target['clock'], dayMinutes: number) => (clock === 'business' ? dayMinutes : DAY_AND_NIGHT)

/** Converts a target to the largest unit that leaves no remainder. */
export function toTypedTarget({ minutes, clock }: Target, dayMinutes: number): Typed {
  const day = dayOf(clock, dayMinutes)
  if (minutes % day === 0) return { amount: String(minutes / day), unit: 'days', clock }
  if (minutes % 60 === 0) return { amount: String(minutes / 60), unit: 'hours', clock }
  return { amount: String(minutes), unit: 'minutes', clock }
}

/** Converts a typed target to minutes. Fractions are allowed. Returns NaN if the amount is not a number. */
export function parseTargetMinutes({ amount, unit, clock }: Typed, dayMinutes: number): number {
  const number = /^\d+([.,]\d+)?$/.test(amount.trim()) ? Number(amount.trim().replace(',', '.')) : Number.NaN
  return Math.round(number * (unit === 'days' ? dayOf(clock, dayMinutes) : unit === 'hours' ? 60 : 1))
}

/** Formats a target without its clock: "15 min", "1 h 30 min", "1 day", "3 days". */
export function formatTarget(target: Target, dayMinutes: number): string {
  const { amount, unit } = toTypedTarget(target, dayMinutes)
  return unit === 'days' ? `${amount} ${amount === '1' ? 'day' : 'days'}` : formatMinutes(target.minutes)
}

const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** Returns the problem with a day's periods, or undefined if they are valid. */
export function findPeriodsProblem(periods: readonly Period[]): string | undefined {
  if (periods.some(({ from, to }) => !/^\d\d:\d\d$/.test(from) || !/^\d\d:\d\d$/.test(to))) return 'Enter both times.'
  if (periods.some(({ from, to }) => from === to)) return 'The end time must be different from the start time.'
  const spans = periods
    .map(({ from, to }) => [minute(from), minute(to) > minute(from) ? minute(to) : minute(to) + DAY_AND_NIGHT] as const)
    .toSorted((a, b) => a[0] - b[0])
  return spans.some(([begin], i) => i > 0 && begin < (spans[i - 1]?.[1] ?? 0))
    ? 'These periods overlap. Combine them into one.'
    : undefined
}

/** Formats a date: "Thu, Nov 26, 2026". */
export const formatHoliday = (date: string): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))
const holidayText = ({ date, name, hours }: Holiday) =>
  `${formatHoliday(date)} ${name}${hours.length > 0 ? `, ${hours.map(formatHoursRange).join(', ')}` : ''}`

type Lines = { name: string; from: string; to: string }[]
const formatValue = (key: string, value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'None'
  if (Array.isArray(value)) return (value as Holiday[]).map(holidayText).join('; ') || 'None'
  if (typeof value === 'object') return formatWeekHours(value as Week).join('; ')
  return key === 'timeZone' ? formatZone(String(value)) : String(value)
}
const names: Record<string, string> = {
  name: 'Name',
  timeZone: 'Time zone',
  hours: 'Hours',
  holidays: 'Holidays',
  default: 'Default',
  policy: 'Policy',
  calendar: 'Business hours',
}

/** Lists the fields that a change affects, with old and new values. Ids are left out: readers do not know them. */
export function changeLines({ before, after }: Pick<Change, 'before' | 'after'>, dayMinutes: number): Lines {
  const lines: Lines = []
  for (const key of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const [from, to] = [before?.[key], after?.[key]]
    if (JSON.stringify(from) === JSON.stringify(to)) continue
    if (key === 'targets') {
      for (const priority of targetPriorities)
        for (const clock of clocks) {
          const text = (all: unknown) => {
            const one = (all as Targets | undefined)?.[priority]?.[clock]
            return one
              ? `${formatTarget(one, dayMinutes)}${one.clock === 'always' ? ', around the clock' : ''}`
              : 'None'
          }
          if (text(from) !== text(to))
            lines.push({ name: `${priority} ${clockLabels[clock].toLowerCase()}`, from: text(from), to: text(to) })
        }
    } else if (key === 'calendarId') lines.push({ name: 'Business hours', from: 'Previous hours', to: 'New hours' })
    else lines.push({ name: names[key] ?? key, from: formatValue(key, from), to: formatValue(key, to) })
  }
  return lines
}

/** Lists the differences between two people’s edits of a policy or of business hours, for the conflict dialog. */
export function compareChanges(
  was: Change['before'],
  now: Change['after'],
  mine: Change['after'],
  dayMinutes: number,
): Difference[] {
  const wanted = new Map(changeLines({ before: was, after: mine }, dayMinutes).map((line) => [line.name, line]))
  const saved = new Map(changeLines({ before: was, after: now }, dayMinutes).map((line) => [line.name, line]))
  return [...new Set([...saved.keys(), ...wanted.keys()])].map((name) => {
    const [a, b] = [saved.get(name), wanted.get(name)]
    const before = a?.from ?? b?.from ?? ''
    return { name, before, theirs: a?.to ?? before, mine: b?.to, both: Boolean(a && b && a.to !== b.to) }
  })
}

/**
 * Returns the next Friday, today included, at 4:30 PM as the value of a `datetime-local` input. The date is in the
 * calendar's time zone.
 */
export function getNextFriday(calendar: Pick<Calendar, 'timeZone'>, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: calendar.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now)
  const at = new Date(`${parts}T16:30:00Z`)
  at.setUTCDate(at.getUTCDate() + ((5 - at.getUTCDay() + 7) % 7))
  return at.toISOString().slice(0, 16)
}
