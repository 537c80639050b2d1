import { sql } from 'kysely'
import type { Actor, Db } from '../platform/db.ts'

/** Days that an uploaded file waits in a draft. */
const DAYS = 30

/** Keeps the actor's own waiting files from the daily sweep while they belong to a draft. */
export async function keep(db: Db, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('files')
    .set({ kept_until: sql<string>`now() + ${sql.lit(`${DAYS} days`)}::interval` })
    .where('id', 'in', ids)
    .where('uploaded_by', '=', actor.userId)
    .where('state', '=', 'unclaimed')
    .execute()
}
