import { addDays } from '../../../contract/plain/days.ts'

const DAY = 1_440

const PLAIN = /^(\d{1,5})\s*(?:m|min|mins|minutes?)?$/
const CLOCK = /^(\d{1,3}):([0-5]?\d)$/
const HOURS = /^(\d{1,3}(?:[.,]\d{1,4})?|[.,]\d{1,4})\s*(?:h|hrs?|hours?)$/
const BOTH = /^(\d{1,3})\s*(?:h|hrs?|hours?)\s*(\d{1,2})\s*(?:m|min|mins|minutes?)?$/

/**
 * Parses a typed duration, such as `15`, `15m`, `1h 30`, `1:30` or `0.5h`, into whole minutes. Undefined when the text
 * is not a duration, or not between one minute and `most`.
 */
export function parseDuration(text: string, most: number = DAY): number | undefined {
  const t = text.trim().toLowerCase()
  const minutes = read(t)
  return minutes !== undefined && minutes >= 1 && minutes <= most ? minutes : undefined
}

function read(t: string): number | undefined {
  const plain = PLAIN.exec(t)
  if (plain) return Number(plain[1])
  const both = CLOCK.exec(t) ?? BOTH.exec(t)
  if (both) return Number(both[2]) < 60 ? Number(both[1]) * 60 + Number(both[2]) : undefined
  const hours = HOURS.exec(t)
  return hours ? Math.round(Number(`0${hours[1]}`.replace(',', '.')) * 60) : undefined
}

/** Formats seconds as a clock: "0:07", "12:34", "1:02:03". */
export function formatClock(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const h = Math.floor(seconds / 3_600)
  const m = Math.floor((seconds % 3_600) / 60)
  return h > 0 ? `${h}:${two(m)}:${two(seconds % 60)}` : `${m}:${two(seconds % 60)}`
}

/** Returns the minutes to record for a measured time, rounded up, at least 1. */
export const toWholeMinutes = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60))

/** Returns the date of a moment as YYYY-MM-DD in a time zone, by default the browser's. */
export const toDay = (moment: Date, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)

/** Returns the time of day of a moment as 24-hour HH:MM in a time zone, by default the browser's. */
export const toClock = (moment: Date, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(moment)

/**
 * Returns the moment of a day (YYYY-MM-DD) and a time of day (HH:MM) in a time zone, by default the browser's. A time
 * that clocks skip becomes the one an hour later. If clocks show a time twice, the first counts. Undefined when either
 * is not valid.
 */
export function toMoment(day: string, clock: string, timeZone: string | undefined): Date | undefined {
  const wall = Date.parse(`${day}T${clock}:00Z`)
  if (Number.isNaN(wall)) return undefined
  const shown = (at: number) => {
    const moment = new Date(at)
    return Date.parse(`${toDay(moment, timeZone)}T${toClock(moment, timeZone)}:00Z`)
  }
  // The offsets of half a day before and after: they differ only around a change of the clocks.
  const candidates = [-12, 12].map((hours) => {
    const near = wall + hours * 3_600_000
    return wall - (shown(near) - near)
  })
  const exact = candidates.filter((at) => shown(at) === wall)
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates))
}

/** Returns the Monday of a date's week. */
export const getMonday = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Formats a date as "Mon, Nov 16", or "Nov 16" without `weekday`, with the year if it is not that of `today`. */
export function formatWeekDay(day: string, today: string, weekday = true): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    ...(weekday ? { weekday: 'short' } : {}),
    month: 'short',
    day: 'numeric',
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
  }).format(new Date(`${day}T00:00:00Z`))
}
