import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'

/** Returns up to 500 tool names to suggest, from products and company profiles, most used by products first. */
export const adminTools = action(contract.marketplace.adminTools, ({ platform, actor }) =>
  platform.db.askAs(actor, async (db) => {
    const { rows } = await sql<{ name: string; products: number }>`
      select name, sum(n)::int as products from (
        select name, count(*) as n from product_integrations group by name
        union all select distinct t.name, 0 from companies, unnest(tools) as t(name)) as x
      group by name order by products desc, name limit 500`.execute(db)
    return { items: rows }
  }),
)
