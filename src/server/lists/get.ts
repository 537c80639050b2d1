import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { viewsOf } from './queries.ts'

/** Returns the actor's saved views and chosen columns of a list. */
export const getListSettings = action(contract.lists.get, ({ platform, actor }, { list }) => {
  return platform.db.asActor(actor, async (db) => {
    const [views, shown] = await Promise.all([
      viewsOf(db, actor, list).execute(),
      db
        .selectFrom('list_columns')
        .select('columns')
        .where('user_id', '=', actor.userId)
        .where('list', '=', list)
        .executeTakeFirst(),
    ])
    return { views, columns: shown?.columns ?? null }
  })
})
