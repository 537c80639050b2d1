import type { Actored } from '../platform/api.ts'
import { type List, type View, viewsOf } from './queries.ts'

/** What the actor keeps about a list. */
export function get(
  { platform, actor }: Actored,
  { list }: { list: List },
): Promise<{ views: View[]; columns: string[] | null }> {
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
}
