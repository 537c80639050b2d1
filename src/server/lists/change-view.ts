import { sql } from 'kysely'
import { type Actored, refuse } from '../platform/api.ts'
import { type List, lockView, nameTaken, oneAtATime, type View } from './queries.ts'

type Input = { list: List; id: string; name?: string; query?: string; columns?: string[] | null }

/** Renames a view or changes what it shows; what is left out stays. NOT_FOUND, NAME_TAKEN. */
export function changeView({ platform, actor }: Actored, { list, id, ...wanted }: Input): Promise<View> {
  return platform.db.asActor(actor, async (db) => {
    await oneAtATime(db, actor, list)
    const view = await lockView(db, actor, list, id)
    if (!view) throw refuse('NOT_FOUND')
    if (wanted.name !== undefined && (await nameTaken(db, actor, list, wanted.name, id)))
      throw refuse('NAME_TAKEN', { fields: { name: ['You have a view of this name already.'] } })
    const { name = view.name, query = view.query, columns = view.columns } = wanted
    return db
      .updateTable('saved_views')
      .set({ name, query, columns, updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .returning(['id', 'name', 'query', 'columns'])
      .executeTakeFirstOrThrow()
  })
}
