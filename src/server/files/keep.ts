import { sql } from 'kysely'
import type { Actor, Db } from '../platform/database/db.ts'

/** Days after which an unchanged draft of a reply is deleted. */
export const DRAFT_DAYS = 90
/** Days that an unclaimed file is kept for a draft: longer than the draft itself. */
const DAYS = DRAFT_DAYS + 1

/** Keeps the actor's own unclaimed files, which belong to a draft, from the hourly sweep. */
export async function keepDraftFiles(db: Db, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('files')
    .set({ kept_until: sql<string>`now() + ${sql.lit(`${DAYS} days`)}::interval` })
    .where('id', 'in', ids)
    .where('uploaded_by', '=', actor.userId)
    .where('state', '=', 'unclaimed')
    .execute()
}
