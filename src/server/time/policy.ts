// What may be done with booked time, and when. Pure.
import type { z } from 'zod'
import type { TimeEntry } from '../../contract/time.ts'
import type { Actor } from '../platform/db.ts'

const HOUR_MS = 3_600_000
/** After this long a change of an entry needs a reason: others may have built on it. */
const SETTLED_MS = 24 * HOUR_MS
/** A timer that ran longer measures that somebody forgot it, not work. */
const FORGOTTEN_SECONDS = 8 * 3_600

type Entry = { user_id: string; created_at: string; removed_at: string | null }

/** Whether the reader may change an entry: whoever worked, and administrators. What is deleted stays as it was. */
export const mayChange = (reader: Pick<Actor, 'kind' | 'role' | 'userId'>, entry: Entry): boolean =>
  reader.kind === 'staff' && entry.removed_at === null && (reader.role === 'admin' || reader.userId === entry.user_id)

/** Whether a change at this moment needs a reason. */
export const needsReason = (entry: Entry, now: number): boolean => now - Date.parse(entry.created_at) > SETTLED_MS

/** What the reader may do with an entry now. */
export const canOf = (reader: Actor, entry: Entry, now: number): z.infer<typeof TimeEntry>['can'] => {
  const change = mayChange(reader, entry)
  return { change, needsReason: change && needsReason(entry, now) }
}

/** Whether a timer that ran for so many seconds was forgotten. */
export const isForgotten = (seconds: number): boolean => seconds > FORGOTTEN_SECONDS

/** Words beside fields that do not fit each other; undefined when they do. `today` is the latest day anywhere on earth. */
export function misfits(
  time: { billable: boolean; reason: string | null; workedOn?: string | undefined; startedAt?: string | null },
  now: number,
): Record<string, string[]> | undefined {
  if (!time.billable && !time.reason) return { reason: ['Say why it is not charged.'] }
  // Somewhere it is tomorrow already.
  const latest = new Date(now + 14 * HOUR_MS).toISOString().slice(0, 10)
  if (time.workedOn && time.workedOn > latest) return { workedOn: ['This day is still to come.'] }
  if (time.startedAt && Date.parse(time.startedAt) > now + HOUR_MS)
    return { startedAt: ['This time is still to come.'] }
  return undefined
}
