import { v7 as uuid } from 'uuid'
import { contract } from '../../contract/index.ts'
import { VIEWS_MAX } from '../../contract/lists.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { nameTaken, oneAtATime, viewsOf } from './queries.ts'

/** Saves a new view as the last of its list. Throws NAME_TAKEN and TOO_MANY_VIEWS. */
export const saveView = action(contract.lists.saveView, (context, input) => {
  const { actor } = context
  const { list, name, query, columns } = input
  return createOnce(context, input, async (db) => {
    await oneAtATime(db, actor, list)
    const kept = await viewsOf(db, actor, list).select('position').execute()
    if (await nameTaken(db, actor, list, name))
      throw refuse('NAME_TAKEN', { fields: { name: ['You already have a view with this name. Choose another name.'] } })
    if (kept.length >= VIEWS_MAX) throw refuse('TOO_MANY_VIEWS')
    return db
      .insertInto('saved_views')
      .values({
        company_id: actor.companyId,
        id: uuid(),
        user_id: actor.userId,
        list,
        name,
        query,
        columns,
        position: (kept.at(-1)?.position ?? -1) + 1,
      })
      .returning(['id', 'name', 'query', 'columns'])
      .executeTakeFirstOrThrow()
  })
})
