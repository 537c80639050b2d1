import { type Actored, refuse } from '../platform/api.ts'
import { type List, oneAtATime, type View, viewsOf } from './queries.ts'

/**
 * Puts the actor's views of a list in this order. Views that it does not name (another tab just saved one) come after.
 * NOT_FOUND when it names one that is not there.
 */
export function orderViews(
  { platform, actor }: Actored,
  { list, ids }: { list: List; ids: string[] },
): Promise<{ views: View[] }> {
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
}
