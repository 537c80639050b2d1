import { sql } from 'kysely'
import type { z } from 'zod'
import type { Product } from '../../contract/marketplace.ts'
import { type Context, refuse } from '../platform/api.ts'
import { type FullRow, present } from './present.ts'
import { LISTED, visitor } from './queries.ts'

const SIMILAR = 3

/** One published product with those nearest to it: of its category, and with its tools. NOT_FOUND for any other address. */
export function get({ platform }: Context, { slug }: { slug: string }): Promise<z.infer<typeof Product>> {
  return platform.db.askAs(visitor, async (db) => {
    const { rows } = await sql<FullRow>`
      select ${LISTED}, p.problem, p.steps, p.needs, p.included, p.limits, p.minutes_why, p.intake, p.updated_at, coalesce((
        select json_agg(row_to_json(near)) from (
          select ${LISTED} from catalogue p
          cross join lateral (
            select count(*) as shared from catalogue_integrations theirs
            where theirs.product_id = p.id and theirs.name = any(own.integrations)) as tools
          where p.id <> own.id and (p.category = own.category or shared > 0)
          order by 2 * (p.category = own.category)::int + least(shared, 3) desc, p.popular_order, p.id limit ${SIMILAR}) as near), '[]') as similar
      from catalogue p join catalogue own on own.id = p.id where p.slug = ${slug}`.execute(db)
    const row = rows[0]
    if (!row) throw refuse('NOT_FOUND')
    return present(row)
  })
}
