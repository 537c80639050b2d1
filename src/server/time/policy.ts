// Permissions for booked time. Pure functions.
import type { z } from 'zod'
import { dayIn } from '../../contract/plain/time-zone.ts'
import type { TimeEntry } from '../../contract/time.ts'
import type { Actor } from '../platform/database/db.ts'
import type { Clock } from './day.ts'

const HOUR_MS = 3_600_000
/** After this time, a change of an entry needs a reason, because others may rely on it. */
const SETTLED_MS = 24 * HOUR_MS
/** A timer that ran longer was probably forgotten and does not measure work. */
const FORGOTTEN_SECONDS = 8 * 3_600

type Entry = { user_id: string; created_at: string; removed_at: string | null }

/**
 * Returns whether the reader may change an entry: the person who worked may, and administrators. Deleted entries cannot
 * be changed.
 */
export const canChange = (reader: Pick<Actor, 'kind' | 'role' | 'userId'>, entry: Entry): boolean =>
  reader.kind === 'staff' && entry.removed_at === null && (reader.role === 'admin' || reader.userId === entry.user_id)

/** Returns whether a change at this moment needs a reason. */
export const changeNeedsReason = (entry: Entry, now: number): boolean => now - Date.parse(entry.created_at) > SETTLED_MS

/** Returns what the reader may do with an entry now. */
export const getEntryPermissions = (reader: Actor, entry: Entry, now: number): z.infer<typeof TimeEntry>['can'] => {
  const change = canChange(reader, entry)
  return { change, needsReason: change && changeNeedsReason(entry, now) }
}

/** Returns whether a timer that ran for so many seconds was forgotten. */
export const isForgotten = (seconds: number): boolean => seconds > FORGOTTEN_SECONDS

type Fields = Record<string, string[]>

/** Returns an error message at `reason` for time that is not billable without one; undefined when it fits. */
export const reasonConflict = (time: { billable: boolean; reason: string | null }): Fields | undefined =>
  time.billable || time.reason ? undefined : { reason: ['Choose why it’s non-billable.'] }

/** After this many days, a date is more often a mistake than late work. */
const OLD_DAYS = 90
/** Work may be rounded up to the next quarter of an hour, so that its end is a little in the future. */
const ROUNDED_MS = 900_000

type Worked = { minutes: number; workedOn: string; startedAt: string | null }

/** Returns the first and last calendar day that an instant can be on: one day where the person's zone is known. */
const daysOf = ({ zone, chosen }: Clock, at: number): [string, string] =>
  chosen ? [dayIn(zone, at), dayIn(zone, at)] : [dayIn('Etc/GMT+12', at), dayIn('Pacific/Kiritimati', at)]

/**
 * Returns error messages, by field, for work that cannot have been done then, or that was done long ago and is not
 * confirmed; undefined when all fits. `now` is in milliseconds since 1970. `before` is the entry that is edited: what
 * stays as it was is not checked again.
 */
export function dayConflicts(
  time: Worked & { oldDateConfirmed?: boolean | undefined },
  clock: Clock,
  now: number,
  before?: Worked,
): Fields | undefined {
  const newDay = time.workedOn !== before?.workedOn
  const newStart = time.startedAt !== before?.startedAt
  if (newDay && time.workedOn > daysOf(clock, now)[1])
    return { workedOn: ['This date is in the future. Choose an earlier one.'] }
  if (newDay && !time.oldDateConfirmed && time.workedOn < dayIn(clock.zone, now - OLD_DAYS * 24 * HOUR_MS))
    return { workedOn: [`This date is more than ${OLD_DAYS} days ago. Confirm the date if it’s correct.`] }
  if (!time.startedAt) return undefined
  const start = Date.parse(time.startedAt)
  if (newStart && start > now + ROUNDED_MS) return { startedAt: ['This time is in the future. Choose an earlier one.'] }
  const [first, last] = daysOf(clock, start)
  if ((newDay || newStart) && (time.workedOn < first || time.workedOn > last))
    return { startedAt: ['The work began on another date. Change the date or the start time.'] }
  if ((newStart || time.minutes !== before?.minutes) && start + time.minutes * 60_000 > now + ROUNDED_MS)
    return { minutes: ['This would end in the future. Enter less time, or change the start time.'] }
  return undefined
}
