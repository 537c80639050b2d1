// Permissions for booked time. Pure functions.
import type { z } from 'zod'
import type { TimeEntry } from '../../contract/time.ts'
import type { Actor } from '../platform/database/db.ts'

const HOUR_MS = 3_600_000
/** After this time, a change of an entry needs a reason, because others may rely on it. */
const SETTLED_MS = 24 * HOUR_MS
/** A timer that ran longer was probably forgotten and does not measure work. */
const FORGOTTEN_SECONDS = 8 * 3_600

type Entry = { user_id: string; created_at: string; removed_at: string | null }

/**
 * Whether the reader may change an entry: the person who worked may, and administrators. Deleted entries cannot be
 * changed.
 */
export const canChange = (reader: Pick<Actor, 'kind' | 'role' | 'userId'>, entry: Entry): boolean =>
  reader.kind === 'staff' && entry.removed_at === null && (reader.role === 'admin' || reader.userId === entry.user_id)

/** Whether a change at this moment needs a reason. */
export const needsReason = (entry: Entry, now: number): boolean => now - Date.parse(entry.created_at) > SETTLED_MS

/** Returns what the reader may do with an entry now. */
export const canOf = (reader: Actor, entry: Entry, now: number): z.infer<typeof TimeEntry>['can'] => {
  const change = canChange(reader, entry)
  return { change, needsReason: change && needsReason(entry, now) }
}

/** Whether a timer that ran for so many seconds was forgotten. */
export const isForgotten = (seconds: number): boolean => seconds > FORGOTTEN_SECONDS

/**
 * Returns error messages, by field, for fields that do not fit each other; undefined when all fit. `now` is in
 * milliseconds since 1970.
 */
export function fieldConflicts(
  time: { billable: boolean; reason: string | null; workedOn?: string | undefined; startedAt?: string | null },
  now: number,
): Record<string, string[]> | undefined {
  if (!time.billable && !time.reason) return { reason: ['Choose why it’s not billable.'] }
  // The latest calendar day anywhere on earth: UTC+14.
  const latest = new Date(now + 14 * HOUR_MS).toISOString().slice(0, 10)
  if (time.workedOn && time.workedOn > latest) return { workedOn: ['This date is in the future.'] }
  if (time.startedAt && Date.parse(time.startedAt) > now + HOUR_MS)
    return { startedAt: ['This time is in the future.'] }
  return undefined
}
