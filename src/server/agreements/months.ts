// Calendar months of agreements, in days without a time: when an agreement runs, and what a part of a month counts. Pure.
import { Temporal } from 'temporal-polyfill'

const day = (text: string) => Temporal.PlainDate.from(text)

/** The day that it is somewhere. */
export const dayIn = (zone: string, at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString()
/** The day so many days later. */
export const addDays = (text: string, days: number): string => day(text).add({ days }).toString()
/** Days from one to the other, both counted. */
export const daysOf = (from: string, to: string): number => day(from).until(day(to), { largestUnit: 'days' }).days + 1
/** The last day of the month of a day. */
export const lastOfMonth = (text: string): string => {
  const d = day(text)
  return d.with({ day: d.daysInMonth }).toString()
}

/** So many months later: the end of a month stays the end of a month, and no month is skipped because it is short. */
export function addMonths(text: string, months: number): string {
  const d = day(text)
  const later = d.add({ months })
  return (d.day === d.daysInMonth ? later.with({ day: later.daysInMonth }) : later).toString()
}

/** A calendar month, or the part of one in which an agreement runs; both days belong to it. */
export type Period = { from: string; to: string; days: number; ofDays: number }

/** What is due from a day on: the rest of its month, or less when the agreement ends before. Undefined after the end. */
export function periodFrom(from: string, endsOn: string | null): Period | undefined {
  if (endsOn !== null && from > endsOn) return undefined
  const last = lastOfMonth(from)
  const to = endsOn !== null && endsOn < last ? endsOn : last
  return { from, to, days: daysOf(from, to), ofDays: day(from).daysInMonth }
}

/** The periods that have begun by a day and were not dealt with: the first begins on `next`. */
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

/** The minutes of a part of a month; a begun minute is a whole one. */
export const minutesIn = (monthly: number, { days, ofDays }: Period): number => Math.ceil((monthly * days) / ofDays)
/** The price of a part of a month; half a cent is a whole one. */
export const centsIn = (monthly: number, { days, ofDays }: Period): number =>
  Math.floor((2 * monthly * days + ofDays) / (2 * ofDays))

type Ends = { endsOn: string | null; renewal: string; renewalMonths: number | null; noticeDays: number }
/** The last day on which either side can still say that it shall not renew. */
export const noticeDay = ({ endsOn, noticeDays }: Pick<Ends, 'endsOn' | 'noticeDays'>): string | null =>
  endsOn && addDays(endsOn, -noticeDays)

/** The end that an agreement has on a day: one that renews itself goes on once the time to say otherwise is over. */
export function renewedEnd(a: Ends, today: string): string | null {
  let { endsOn } = a
  if (a.renewal !== 'automatic' || endsOn === null || !a.renewalMonths) return endsOn
  while (today > (noticeDay({ endsOn, noticeDays: a.noticeDays }) as string))
    endsOn = addMonths(endsOn, a.renewalMonths)
  return endsOn
}

/** Days before the end, or before the last day for notice, on which both sides are told of it. */
export const TELL_DAYS = 30
/** Whether the end is so near that both sides are told. */
export function endIsNear(a: Ends, today: string): boolean {
  if (a.endsOn === null) return false
  const decides = a.renewal === 'automatic' ? (noticeDay(a) as string) : a.endsOn
  return addDays(today, TELL_DAYS) >= decides
}
