import type { z } from 'zod'
import type { TimeEntry } from '../../contract/time.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { refuse } from '../platform/http/api.ts'
import { canChange, changeNeedsReason } from './policy.ts'
import { presentEntry } from './present.ts'
import { type Locked, lockTimeRow, oneRow } from './queries.ts'

/** Returns an entry as the actor sees it. Throws NOT_FOUND when the actor has no entry with this id. */
export async function readTime(db: Db, actor: Actor, id: string): Promise<z.infer<typeof TimeEntry>> {
  const row = await oneRow(db, actor, id)
  if (!row) throw refuse('NOT_FOUND')
  return presentEntry(row, actor)
}

/**
 * Locks an entry for a change and returns it. Throws NOT_FOUND when there is no such entry; CONFLICT, with the current
 * entry, when `version` is not the current one; FORBIDDEN for a deleted one, and for another person's unless the actor
 * is an administrator; UNPROCESSABLE at `changeReason` when a reason is required.
 */
export async function lockTime(
  db: Db,
  actor: Actor,
  { id, version, changeReason }: { id: string; version: number; changeReason?: string | undefined },
): Promise<Locked> {
  const entry = await lockTimeRow(db, id)
  if (!entry) throw refuse('NOT_FOUND')
  if (entry.version !== version) throw refuse('CONFLICT', { current: await readTime(db, actor, id) })
  if (!canChange(actor, entry)) throw refuse('FORBIDDEN')
  if (!changeReason && changeNeedsReason(entry, Date.now()))
    throw refuse('UNPROCESSABLE', {
      fields: { changeReason: ['This time was logged more than a day ago. Enter a reason for the change.'] },
    })
  return entry
}
