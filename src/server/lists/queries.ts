import { sql } from 'kysely'
import type { z } from 'zod'
import type { ListKey, SavedView } from '../../contract/lists.ts'
import type { Actor, Db } from '../platform/db.ts'

export type List = z.infer<typeof ListKey>
export type View = z.infer<typeof SavedView>

const columns = ['id', 'name', 'query', 'columns'] as const

/** The actor's own views of a list. Nobody else's, not even of the same company. */
export const viewsOf = (db: Db, actor: Actor, list: List) =>
  db
    .selectFrom('saved_views')
    .select(columns)
    .where('user_id', '=', actor.userId)
    .where('list', '=', list)
    .orderBy('position')
    .orderBy('id')

/** One view, locked for a change; undefined when the actor has no such view of this list. */
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
 * Makes the actor's changes to one list wait for each other until the transaction ends, so that counts and names that
 * were looked at still hold when the row is written.
 */
export const oneAtATime = (db: Db, actor: Actor, list: List) =>
  db
    .selectNoFrom((e) =>
      e
        .fn('pg_advisory_xact_lock', [e.fn('hashtextextended', [e.val(`list ${list} ${actor.userId}`), e.lit(0)])])
        .as('locked'),
    )
    .execute()

/** Whether the actor has another view of this name; upper and lower case are the same name. */
export async function nameTaken(db: Db, actor: Actor, list: List, name: string, except?: string): Promise<boolean> {
  const same = await viewsOf(db, actor, list).where(sql<boolean>`lower(name) = lower(${name})`).execute()
  return same.some((view) => view.id !== except)
}
