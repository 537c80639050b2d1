// Business time: how much of it lies between two instants, and when a given amount has passed. Pure functions.
import { DAY_MS, Zone } from './zone.ts'

export const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEK)[number]
/**
 * Wall-clock times. An end that is not after the start is on the next day. `24:00` is midnight at the end of the day.
 */
export type Hours = { from: string; to: string }
/** Opening hours. A holiday replaces the hours of its weekday; one without hours is closed all day. */
export type CalendarSpec = {
  timeZone: string
  hours: Record<Weekday, readonly Hours[]>
  holidays: readonly { date: string; hours: readonly Hours[] }[]
}

/** A way to count time. */
export type Counting = {
  /** Returns how many milliseconds count between two instants. */
  between(from: number, to: number): number
  /**
   * Returns the first instant at which this many milliseconds have counted since `from`. Throws RangeError when the
   * business hours do not reach it within 200 years.
   */
  add(from: number, ms: number): number
}

/** Every moment counts. */
export const aroundTheClock: Counting = {
  between: (from, to) => Math.max(0, to - from),
  add: (from, ms) => from + Math.max(0, ms),
}

type Span = [from: number, to: number]
type OpenDay = { spans: readonly Span[]; total: number }

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Maximum number of days that are cached per calendar, about 55 years. */
const MOST_DAYS = 20_000
/**
 * Maximum number of days, 200 years, in which the end of a target is searched. `add` throws when it is not found,
 * because the calendar is almost never open.
 */
const MOST_SEARCHED = 200 * 366

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** Returns the hours as minutes of the day on which they begin. Past midnight they exceed 1,440. */
export const toMinuteSpan = ({ from, to }: Hours): Span => {
  const [begin, end] = [minuteOf(from), minuteOf(to)]
  return [begin, end > begin ? end : end + DAY_MINUTES]
}

/** Returns the spans sorted, with overlapping and adjacent ones joined. */
function joined(spans: Span[]): Span[] {
  const out: Span[] = []
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = out.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else out.push([from, to])
  }
  return out
}

/** Counts the time in which a calendar is open. */
export class BusinessTime implements Counting {
  readonly #zone: Zone
  readonly #week: Span[][]
  readonly #holidays: Map<number, Span[]>
  readonly #days = new Map<number, OpenDay>()

  constructor(spec: CalendarSpec) {
    this.#zone = new Zone(spec.timeZone)
    this.#week = WEEK.map((day) => spec.hours[day].map(toMinuteSpan))
    this.#holidays = new Map(
      spec.holidays.map((h) => [Math.round(Date.parse(`${h.date}T00:00:00Z`) / DAY_MS), h.hours.map(toMinuteSpan)]),
    )
  }

  /** Returns the hours that begin on a local calendar day, given in days since 1970. January 1, 1970 was a Thursday. */
  #begun(date: number): Span[] {
    return this.#holidays.get(date) ?? (this.#week[(((date + 3) % 7) + 7) % 7] as Span[])
  }

  /**
   * Returns the open minutes of a calendar day: its own hours, and unless it is a holiday, the rest of those that began
   * on the day before.
   */
  #minutes(date: number): Span[] {
    const own = this.#begun(date).map(([from, to]): Span => [from, Math.min(to, DAY_MINUTES)])
    const over = this.#holidays.has(date)
      ? []
      : this.#begun(date - 1).flatMap(([, to]): Span[] => (to > DAY_MINUTES ? [[0, to - DAY_MINUTES]] : []))
    return joined([...over, ...own])
  }

  /** Returns the open spans within a UTC day, in order of time even when clocks change. */
  #open(day: number): OpenDay {
    const known = this.#days.get(day)
    if (known) return known
    const begin = day * DAY_MS
    const spans = joined(
      [day - 1, day, day + 1].flatMap((date) =>
        this.#minutes(date).flatMap(([from, to]) =>
          this.#zone
            .instants(date * DAY_MS + from * MINUTE_MS, date * DAY_MS + to * MINUTE_MS)
            .map(([a, b]): Span => [Math.max(a, begin), Math.min(b, begin + DAY_MS)])
            .filter(([a, b]) => a < b),
        ),
      ),
    )
    const open = { spans, total: spans.reduce((sum, [a, b]) => sum + b - a, 0) }
    if (this.#days.size >= MOST_DAYS) this.#days.clear()
    this.#days.set(day, open)
    return open
  }

  between(from: number, to: number): number {
    let sum = 0
    const last = Math.floor(to / DAY_MS)
    for (let day = Math.floor(from / DAY_MS); day <= last; day++) {
      const { spans, total } = this.#open(day)
      if (from <= day * DAY_MS && to >= (day + 1) * DAY_MS) sum += total
      else for (const [a, b] of spans) sum += Math.max(0, Math.min(b, to) - Math.max(a, from))
    }
    return sum
  }

  add(from: number, ms: number): number {
    if (ms <= 0) return from
    let left = ms
    const first = Math.floor(from / DAY_MS)
    for (let day = first; day < first + MOST_SEARCHED; day++) {
      const { spans, total } = this.#open(day)
      if (day > first && total < left) {
        left -= total
        continue
      }
      for (const [a, b] of spans) {
        const begin = Math.max(a, from)
        const length = b - begin
        if (length <= 0) continue
        if (length >= left) return begin + left
        left -= length
      }
    }
    throw new RangeError('These business hours are too short to calculate a due time.')
  }

  /** Returns the local time in the calendar's zone, as milliseconds since the beginning of 1970 there. */
  wallClock(instant: number): number {
    return this.#zone.wallClock(instant)
  }

  /**
   * Returns the first instant with this local time (milliseconds since the beginning of 1970); in a gap, the end of the
   * gap.
   */
  instantOf(wallClock: number): number {
    const [first] = this.#zone.instants(wallClock, wallClock + 3 * 3_600_000)
    return first?.[0] ?? wallClock
  }
}

/**
 * Returns the length of a business day in minutes: the most frequent length of the week's working days, or the longer
 * of two equally frequent ones. So a half day on Friday does not shorten the business day.
 */
export function businessDay(hours: CalendarSpec['hours']): number {
  const lengths = WEEK.map((day) =>
    hours[day].reduce((sum, h) => sum + toMinuteSpan(h)[1] - toMinuteSpan(h)[0], 0),
  ).filter((minutes) => minutes > 0)
  const times = (minutes: number) => lengths.filter((m) => m === minutes).length
  return lengths.toSorted((a, b) => times(b) - times(a) || b - a)[0] ?? DAY_MINUTES
}
