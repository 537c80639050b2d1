import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'

/** Saves which columns of a list the actor sees. Null restores the default. */
export const setColumns = action(contract.lists.setColumns, ({ platform, actor }, { list, columns }) => {
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
})
