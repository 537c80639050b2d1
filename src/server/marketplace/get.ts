import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { type FullRow, presentProduct } from './present.ts'
import { LIST_COLUMNS, RECORD_COLUMNS, visitorActor } from './queries.ts'

const SIMILAR = 3

/**
 * Returns a published product with up to three similar ones, which share its category or a tool. Throws NOT_FOUND for
 * any other slug.
 */
export const getProduct = action(contract.marketplace.get, ({ platform }, { slug }) => {
  return platform.db.askAs(visitorActor, async (db) => {
    const { rows } = await sql<FullRow>`
      select ${LIST_COLUMNS}, ${RECORD_COLUMNS}, coalesce((
        select json_agg(row_to_json(near)) from (
          select ${LIST_COLUMNS} from catalogue p
          cross join lateral (
            select count(*) as shared from catalogue_integrations theirs
            where theirs.product_id = p.id and theirs.name = any(own.integrations)) as tools
          where p.id <> own.id and (p.category = own.category or shared > 0)
          order by 2 * (p.category = own.category)::int + least(shared, 3) desc, p.popular_order, p.id limit ${sql.lit(SIMILAR)}) as near), '[]') as similar
      from catalogue p join catalogue own on own.id = p.id where p.slug = ${slug}`.execute(db)
    const row = rows[0]
    if (!row) throw refuse('NOT_FOUND')
    return presentProduct(row)
  })
})
