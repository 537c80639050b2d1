import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'

/** Deletes a view. Throws NOT_FOUND. */
export const removeView = action(contract.lists.removeView, ({ platform, actor }, { list, id }) => {
  return platform.db.askAs(actor, async (db) => {
    const gone = await db
      .deleteFrom('saved_views')
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .where('list', '=', list)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw refuse('NOT_FOUND')
    return {}
  })
})
