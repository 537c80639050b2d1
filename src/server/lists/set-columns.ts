import { sql } from 'kysely'
import type { Actored } from '../platform/api.ts'
import type { List } from './queries.ts'

/** Keeps which columns of a list the actor sees; null forgets the choice. */
export function setColumns(
  { platform, actor }: Actored,
  { list, columns }: { list: List; columns: string[] | null },
): Promise<{ columns: string[] | null }> {
  return platform.db.askAs(actor, async (db) => {
    if (columns === null) {
      await db.deleteFrom('list_columns').where('user_id', '=', actor.userId).where('list', '=', list).execute()
    } else {
      await db
        .insertInto('list_columns')
        .values({ company_id: actor.companyId, user_id: actor.userId, list, columns })
        .onConflict((c) =>
          c.columns(['company_id', 'user_id', 'list']).doUpdateSet({ columns, updated_at: sql<string>`now()` }),
        )
        .execute()
    }
    return { columns }
  })
}
