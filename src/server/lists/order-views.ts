import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { oneAtATime, viewsOf } from './queries.ts'

/**
 * Sorts the actor's views of a list in the order of `ids`. Other views, such as one saved in another tab, come last.
 * Throws NOT_FOUND when one of the ids does not exist.
 */
export const orderViews = action(contract.lists.orderViews, ({ platform, actor }, { list, ids }) => {
  return platform.db.asActor(actor, async (db) => {
    await oneAtATime(db, actor, list)
    const views = await viewsOf(db, actor, list).execute()
    const named = [...new Set(ids)].map((id) => {
      const view = views.find((v) => v.id === id)
      if (!view) throw refuse('NOT_FOUND')
      return view
    })
    const ordered = [...named, ...views.filter((v) => !named.includes(v))]
    for (const [position, { id }] of ordered.entries()) {
      await db
        .updateTable('saved_views')
        .set({ position })
        .where('id', '=', id)
        .where('user_id', '=', actor.userId)
        .execute()
    }
    return { views: ordered }
  })
})
