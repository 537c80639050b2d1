import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { visitorActor } from './queries.ts'

/** Returns slug and time of the last change of the published products, at most 40,000, for the sitemap. */
export const listAddresses = action(contract.marketplace.addresses, ({ platform }) => {
  return platform.db.askAs(visitorActor, async (db) => ({
    items: (
      await sql<{ slug: string; updatedAt: string }>`
        select slug, updated_at as "updatedAt" from catalogue order by slug limit 40000`.execute(db)
    ).rows,
  }))
})
