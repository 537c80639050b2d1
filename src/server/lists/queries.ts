import { sql } from 'kysely'
import type { z } from 'zod'
import type { ListKey } from '../../contract/lists.ts'
import type { Actor, Db } from '../platform/database/db.ts'

export type List = z.infer<typeof ListKey>

const columns = ['id', 'name', 'query', 'columns'] as const

/** Returns a query for the actor's own views of a list, in their order. */
export const viewsOf = (db: Db, actor: Actor, list: List) =>
  db
    .selectFrom('saved_views')
    .select(columns)
    .where('user_id', '=', actor.userId)
    .where('list', '=', list)
    .orderBy('position')
    .orderBy('id')

/** Locks a view for a change and returns it. Undefined when the actor has no such view of this list. */
export const lockView = (db: Db, actor: Actor, list: List, id: string) =>
  db
    .selectFrom('saved_views')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .where('list', '=', list)
    .forUpdate()
    .executeTakeFirst()

/**
 * Locks the actor's views of one list until the transaction ends, so that counts and names that were checked are still
 * true when the row is written.
 */
export const oneAtATime = (db: Db, actor: Actor, list: List) =>
  db
    .selectNoFrom((e) =>
      e
        .fn('pg_advisory_xact_lock', [e.fn('hashtextextended', [e.val(`list ${list} ${actor.userId}`), e.lit(0)])])
        .as('locked'),
    )
    .execute()

/** Returns whether the actor has another view with this name, ignoring case. */
export async function nameTaken(db: Db, actor: Actor, list: List, name: string, except?: string): Promise<boolean> {
  const same = await viewsOf(db, actor, list).where(sql<boolean>`lower(name) = lower(${name})`).execute()
  return same.some((view) => view.id !== except)
}
