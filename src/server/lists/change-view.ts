import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { lockView, nameTaken, oneAtATime } from './queries.ts'

/** Renames a view or changes what it shows. Omitted fields keep their value. Throws NOT_FOUND and NAME_TAKEN. */
export const changeView = action(contract.lists.changeView, ({ platform, actor }, { list, id, ...wanted }) => {
  return platform.db.asActor(actor, async (db) => {
    await oneAtATime(db, actor, list)
    const view = await lockView(db, actor, list, id)
    if (!view) throw refuse('NOT_FOUND')
    if (wanted.name !== undefined && (await nameTaken(db, actor, list, wanted.name, id)))
      throw refuse('NAME_TAKEN', { fields: { name: ['You already have a view with this name. Choose another name.'] } })
    const { name = view.name, query = view.query, columns = view.columns } = wanted
    return db
      .updateTable('saved_views')
      .set({ name, query, columns, updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .returning(['id', 'name', 'query', 'columns'])
      .executeTakeFirstOrThrow()
  })
})
