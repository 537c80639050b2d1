import { v7 as uuid } from 'uuid'
import { VIEWS_MAX } from '../../contract/lists.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { type List, nameTaken, oneAtATime, type View, viewsOf } from './queries.ts'

type Input = { list: List; name: string; query: string; columns: string[] | null }

/** Keeps a view as the last of its list. NAME_TAKEN, TOO_MANY_VIEWS. */
export function saveView(context: Actored, input: Input): Promise<View> {
  const { actor } = context
  const { list, name, query, columns } = input
  return createOnce(context, input, async (db) => {
    await oneAtATime(db, actor, list)
    const kept = await viewsOf(db, actor, list).select('position').execute()
    if (await nameTaken(db, actor, list, name))
      throw refuse('NAME_TAKEN', { fields: { name: ['You have a view of this name already.'] } })
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
}
