import { type Actored, refuse } from '../platform/api.ts'
import type { List } from './queries.ts'

/** Deletes a view. NOT_FOUND. */
export function removeView(
  { platform, actor }: Actored,
  { list, id }: { list: List; id: string },
): Promise<Record<string, never>> {
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
}
