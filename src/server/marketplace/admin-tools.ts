import { sql } from 'kysely'
import type { Actored } from '../platform/api.ts'

/** Names of tools that products connect, and that companies say they use; the most used first. For suggestions. */
export const adminTools = ({ platform, actor }: Actored): Promise<{ items: { name: string; products: number }[] }> =>
  platform.db.askAs(actor, async (db) => {
    const { rows } = await sql<{ name: string; products: number }>`
      select name, sum(n)::int as products from (
        select name, count(*) as n from product_integrations group by name
        union all select distinct t.name, 0 from companies, unnest(tools) as t(name)) as x
      group by name order by products desc, name limit 500`.execute(db)
    return { items: rows }
  })
