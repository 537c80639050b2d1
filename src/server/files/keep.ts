import { sql } from 'kysely'
import type { Actor, Db } from '../platform/database/db.ts'

/** Days that an unclaimed file is kept for a draft: longer than an unchanged draft, which is deleted after 90 days. */
const DAYS = 91

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
