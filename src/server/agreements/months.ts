// Calendar months of agreements, as dates without a time: when an agreement runs, and what part of a month counts.
// Pure.
import { Temporal } from 'temporal-polyfill'
import { addDays, countDays } from '../../contract/plain/days.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

/** Returns the last day of a date's month. */
export const lastOfMonth = (text: string): string => {
  const d = day(text)
  return d.with({ day: d.daysInMonth }).toString()
}

/** Returns the date `months` later. The end of a month stays the end of a month, and no short month is skipped. */
export function addMonths(text: string, months: number): string {
  const d = day(text)
  const later = d.add({ months })
  return (d.day === d.daysInMonth ? later.with({ day: later.daysInMonth }) : later).toString()
}

/** A calendar month, or the part of one in which an agreement runs. Both days are inclusive. */
export type Period = { from: string; to: string; days: number; ofDays: number }

/**
 * Returns the period from a day on: the rest of its month, or less when the agreement ends earlier. Undefined after the
 * end.
 */
export function periodFrom(from: string, endsOn: string | null): Period | undefined {
  if (endsOn !== null && from > endsOn) return undefined
  const last = lastOfMonth(from)
  const to = endsOn !== null && endsOn < last ? endsOn : last
  return { from, to, days: countDays(from, to), ofDays: day(from).daysInMonth }
}

/** Returns the periods that have begun by a day. The first one begins on `next`. */
export function duePeriods(next: string, endsOn: string | null, today: string): Period[] {
  const due: Period[] = []
  for (let from = next; from <= today; ) {
    const period = periodFrom(from, endsOn)
    if (!period) break
    due.push(period)
    from = addDays(period.to, 1)
  }
  return due
}

/** Returns the minutes of a partial month, rounded up. */
export const minutesIn = (monthly: number, { days, ofDays }: Period): number => Math.ceil((monthly * days) / ofDays)
/** Returns the price of a partial month in cents, rounded half up. */
export const centsIn = (monthly: number, { days, ofDays }: Period): number =>
  Math.floor((2 * monthly * days + ofDays) / (2 * ofDays))

type Ends = { endsOn: string | null; renewal: string; renewalMonths: number | null; noticeDays: number }
/** Returns the last day on which either side can decline the renewal. */
export const noticeDay = ({ endsOn, noticeDays }: Pick<Ends, 'endsOn' | 'noticeDays'>): string | null =>
  endsOn && addDays(endsOn, -noticeDays)

/**
 * Returns the end of an agreement as of a day. One that renews automatically is extended once its last day for notice
 * has passed.
 */
export function renewedEnd(a: Ends, today: string): string | null {
  let { endsOn } = a
  if (a.renewal !== 'automatic' || endsOn === null || !a.renewalMonths) return endsOn
  while (today > (noticeDay({ endsOn, noticeDays: a.noticeDays }) as string))
    endsOn = addMonths(endsOn, a.renewalMonths)
  return endsOn
}

/** Days before the end, or before the last day for notice, from which both sides are notified. */
export const END_NOTICE_DAYS = 30
/** Returns whether the end is so near that both sides are notified. */
export function endIsNear(a: Ends, today: string): boolean {
  if (a.endsOn === null) return false
  const decides = a.renewal === 'automatic' ? (noticeDay(a) as string) : a.endsOn
  return addDays(today, END_NOTICE_DAYS) >= decides
}
