import type { z } from 'zod'
import type { TimeEntry } from '../../contract/time.ts'
import { refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { mayChange, needsReason } from './policy.ts'
import { presentEntry } from './present.ts'
import { type Locked, lock, oneRow } from './queries.ts'

/** An entry as the actor sees it. NOT_FOUND when the actor has none of this id. */
export async function read(db: Db, actor: Actor, id: string): Promise<z.infer<typeof TimeEntry>> {
  const row = await oneRow(db, actor, id)
  if (!row) throw refuse('NOT_FOUND')
  return presentEntry(row, actor)
}

/**
 * Takes an entry for a change. NOT_FOUND without it; CONFLICT, with the entry as it is now, when `version` is not the
 * current one; FORBIDDEN for somebody else's; UNPROCESSABLE beside `changeReason` when a reason is due.
 */
export async function take(
  db: Db,
  actor: Actor,
  { id, version, changeReason }: { id: string; version: number; changeReason?: string | undefined },
): Promise<Locked> {
  const entry = await lock(db, id)
  if (!entry) throw refuse('NOT_FOUND')
  if (entry.version !== version) throw refuse('CONFLICT', { current: await read(db, actor, id) })
  if (!mayChange(actor, entry)) throw refuse('FORBIDDEN')
  if (!changeReason && needsReason(entry, Date.now()))
    throw refuse('UNPROCESSABLE', {
      fields: { changeReason: ['It was booked more than a day ago. Say why it changes.'] },
    })
  return entry
}
