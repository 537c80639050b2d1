import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ProductFilter } from '../../contract/marketplace.ts'
import type { CursorValue } from '../platform/database/cursor.ts'
import type { Actor } from '../platform/database/db.ts'
import { soldFields } from './fields.ts'
import { normalizeWords } from './policy.ts'

export type Filter = z.output<typeof ProductFilter>
type Sort = NonNullable<Filter['sort']>

/**
 * The actor for visitors without an account: the partner role without a company, which sees only published products.
 */
export const visitorActor: Actor = { kind: 'tenant', companyId: '', userId: '', role: 'member' }

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
/** The columns that a list shows of a product. */
export const LIST_COLUMNS = columns(soldFields.list)
/** The additional columns of the product page. */
export const RECORD_COLUMNS = columns(soldFields.record)

/** Returns the effective sort order. `best` applies only when there are search words. */
export const sortOf = ({ q, sort }: Pick<Filter, 'q' | 'sort'>): Sort =>
  q ? (sort ?? 'best') : sort === undefined || sort === 'best' ? 'popular' : sort

/**
 * Sort expressions of each order. In `best`, a better match has a smaller number, and ties are sorted as in `popular`.
 */
export const SORT_ORDERS: Record<Sort, { by: RawBuilder<unknown>; descending: boolean; kind: CursorValue }> = {
  best: { by: sql`((1000 - score) * 1000000000000 + popular_order)`, descending: false, kind: 'number' },
  popular: { by: sql`popular_order`, descending: false, kind: 'number' },
  new: { by: sql`published_at`, descending: true, kind: 'instant' },
  name: { by: sql`name_order`, descending: false, kind: 'text' },
}

const among = (column: RawBuilder<unknown>, values: string[] | undefined) =>
  values?.length ? sql`(${column} = any(${values}::text[]))` : sql`true`

const overlapping = (column: RawBuilder<unknown>, values: string[] | undefined) =>
  values?.length ? sql`(${column} && ${values}::text[])` : sql`true`

/**
 * Returns the start of a query. `found` has the products that match the words, and `hits` adds a flag for each filter
 * that a product passes. A product passes all filters when `c and i and a and m`.
 */
export const matchingProducts = ({ q, category, integration, audience, price }: Filter): RawBuilder<unknown> => sql`
  with found as materialized (select * from find_products(${normalizeWords(q ?? '')}))
  , hits as materialized (
    select p.id, p.category, p.price_model, p.audience, p.integrations as tools, p.popular_order, p.published_at, p.name_order, ${q ? sql`f.score` : sql`0`}::bigint as score,
      ${among(sql`p.category`, category)} as c,
      ${overlapping(sql`p.integrations`, integration)} as i,
      ${overlapping(sql`p.audience`, audience)} as a,
      ${among(sql`p.price_model`, price)} as m
    from catalogue p ${q ? sql`join found f on f.id = p.id` : sql``})`
