// Targets, periods and changes as people read and type them. Pure.
import {
  type Calendar,
  type Change,
  clockLabels,
  clocks,
  days,
  type Holiday,
  type Period,
  priorities,
  type Target,
  type Targets,
  type Week,
} from './model.ts'

export type Unit = 'minutes' | 'hours' | 'days'
/** A target as it stands in the form: "2", hours. */
export type Typed = { amount: string; unit: Unit; clock: Target['clock'] }

const DAY_AND_NIGHT = 1_440
/** How many minutes a day of a target has: a business day of the calendar, or day and night. */
const dayOf = (clock: Target['clock'], dayMinutes: number) => (clock === 'business' ? dayMinutes : DAY_AND_NIGHT)

/** A target in the largest unit that leaves no rest. */
export function typed({ minutes, clock }: Target, dayMinutes: number): Typed {
  const day = dayOf(clock, dayMinutes)
  if (minutes % day === 0) return { amount: String(minutes / day), unit: 'days', clock }
  if (minutes % 60 === 0) return { amount: String(minutes / 60), unit: 'hours', clock }
  return { amount: String(minutes), unit: 'minutes', clock }
}

/** The minutes that somebody typed; NaN where that is no number. Half hours and half days are fine. */
export function minutesOf({ amount, unit, clock }: Typed, dayMinutes: number): number {
  const number = /^\d+([.,]\d+)?$/.test(amount.trim()) ? Number(amount.trim().replace(',', '.')) : Number.NaN
  return Math.round(number * (unit === 'days' ? dayOf(clock, dayMinutes) : unit === 'hours' ? 60 : 1))
}

/** "15 min", "2 h", "1 day", "3 days, day and night". */
export function targetText(target: Target, dayMinutes: number): string {
  const { amount, unit } = typed(target, dayMinutes)
  const word = unit === 'minutes' ? 'min' : unit === 'hours' ? 'h' : amount === '1' ? 'day' : 'days'
  return `${amount} ${word}`
}

const clockTime = (text: string) => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  if (hour === 24) return 'midnight'
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, '0')}` : ''} ${hour < 12 ? 'AM' : 'PM'}`
}
/** "9 AM–5 PM", "10 PM–6 AM (next day)". */
export const periodText = ({ from, to }: Period): string =>
  `${clockTime(from)}–${clockTime(to)}${to <= from ? ' (next day)' : ''}`

/** The week in lines, days that are alike together: "Mon–Fri 9 AM–5 PM". */
export function weekText(week: Week): string[] {
  const lines: { first: string; last: string; hours: string }[] = []
  for (const { day, short } of days) {
    const hours = week[day].map(periodText).join(', ')
    const before = lines.at(-1)
    if (before?.hours === hours) before.last = short
    else lines.push({ first: short, last: short, hours })
  }
  return lines
    .filter((line) => line.hours !== '')
    .map(({ first, last, hours }) => `${first === last ? first : `${first}–${last}`} ${hours}`)
}

const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** Why a day's periods cannot stay so; undefined when they can. */
export function periodsProblem(periods: readonly Period[]): string | undefined {
  if (periods.some(({ from, to }) => !/^\d\d:\d\d$/.test(from) || !/^\d\d:\d\d$/.test(to))) return 'Fill in both times.'
  if (periods.some(({ from, to }) => from === to)) return 'The end has to differ from the beginning.'
  const spans = periods
    .map(({ from, to }) => [minute(from), minute(to) > minute(from) ? minute(to) : minute(to) + DAY_AND_NIGHT] as const)
    .toSorted((a, b) => a[0] - b[0])
  return spans.some(([begin], i) => i > 0 && begin < (spans[i - 1]?.[1] ?? 0))
    ? 'These periods overlap. Join them into one.'
    : undefined
}

/** A date as people read it: "Thu, Nov 26, 2026". */
export const dateText = (date: string): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))
const holidayText = ({ date, name, hours }: Holiday) =>
  `${dateText(date)} ${name}${hours.length > 0 ? `, ${hours.map(periodText).join(', ')}` : ''}`

type Lines = { name: string; from: string; to: string }[]
const told = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'Nothing'
  if (Array.isArray(value)) return (value as Holiday[]).map(holidayText).join('; ') || 'None'
  if (typeof value === 'object') return weekText(value as Week).join('; ')
  return String(value)
}
const names: Record<string, string> = {
  name: 'Name',
  timeZone: 'Time zone',
  hours: 'Hours',
  holidays: 'Holidays',
  default: 'Default',
  policy: 'Policy',
}

/** What a change changed, line by line. Ids say nothing to anybody and are left out. */
export function changeLines({ before, after }: Pick<Change, 'before' | 'after'>, dayMinutes: number): Lines {
  const lines: Lines = []
  for (const key of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const [from, to] = [before?.[key], after?.[key]]
    if (JSON.stringify(from) === JSON.stringify(to)) continue
    if (key === 'targets') {
      for (const priority of priorities)
        for (const clock of clocks) {
          const say = (all: unknown) => {
            const one = (all as Targets | undefined)?.[priority]?.[clock]
            return one
              ? `${targetText(one, dayMinutes)}${one.clock === 'always' ? ', around the clock' : ''}`
              : 'Nothing'
          }
          if (say(from) !== say(to))
            lines.push({ name: `${priority} ${clockLabels[clock].toLowerCase()}`, from: say(from), to: say(to) })
        }
    } else if (key === 'calendarId') lines.push({ name: 'Calendar', from: 'another one', to: 'this one' })
    else lines.push({ name: names[key] ?? key, from: told(from), to: told(to) })
  }
  return lines
}

/** The Friday before the next weekend at half past four in a calendar's zone, as a field for date and time has it. */
export function nextFriday(calendar: Pick<Calendar, 'timeZone'>, now: Date): string {
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
