import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ProductFilter } from '../../contract/marketplace.ts'
import type { Actor } from '../platform/db.ts'
import { spellOut } from './policy.ts'

export type Filter = z.output<typeof ProductFilter>
type Sort = NonNullable<Filter['sort']>

/** Somebody without an account: the login of partners with no company set, to which only the view of what is published is not empty. */
export const visitor: Actor = { kind: 'tenant', companyId: '', userId: '', role: 'member' }

/** What a list shows of a product. */
export const LISTED = sql`p.id, p.slug, p.name, p.promise, p.category, p.audience, p.integrations, p.price_model, p.price_cents,
  p.currency, p.setup_days, p.minutes_per_run, p.runs_per_month, p.published_at`

/** The order that is meant: by fit only where there are words to fit. */
export const sortOf = ({ q, sort }: Pick<Filter, 'q' | 'sort'>): Sort =>
  q ? (sort ?? 'best') : sort === undefined || sort === 'best' ? 'popular' : sort

/** What each order goes by. The better the fit the smaller the number; equal fits stand as in `popular`. */
export const ORDERS: Record<
  Sort,
  { by: RawBuilder<unknown>; descending: boolean; kind: 'number' | 'instant' | 'text' }
> = {
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
 * The beginning of a query: `found` is what has the words, `hits` every product of it with a mark for each filter it
 * passes. Passing all of them is `c and i and a and m`.
 */
export const hits = ({ q, category, integration, audience, price }: Filter): RawBuilder<unknown> => sql`
  with found as materialized (select * from find_products(${spellOut(q ?? '')}))
  , hits as materialized (
    select p.id, p.category, p.price_model, p.audience, p.integrations as tools, p.popular_order, p.published_at, p.name_order, ${q ? sql`f.score` : sql`0`}::bigint as score,
      ${among(sql`p.category`, category)} as c,
      ${overlapping(sql`p.integrations`, integration)} as i,
      ${overlapping(sql`p.audience`, audience)} as a,
      ${among(sql`p.price_model`, price)} as m
    from catalogue p ${q ? sql`join found f on f.id = p.id` : sql``})`
