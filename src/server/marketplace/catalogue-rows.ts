// The catalogue as staff read it: every product, in whatever state.
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { CatalogueFilter, CatalogueProduct, CatalogueRow } from '../../contract/catalogue.ts'
import { refuse } from '../platform/api.ts'
import type { CursorValue } from '../platform/cursor.ts'
import type { Actor, Db } from '../platform/db.ts'
import { contentOf, listedOf } from './present.ts'

export type Filter = z.output<typeof CatalogueFilter>

/** What a product says, as it lies in its row. */
const rows = (db: Db) =>
  db
    .selectFrom('products as p')
    .select([
      'p.company_id',
      'p.id',
      'p.slug',
      'p.name',
      'p.promise',
      'p.category',
      'p.audience',
      'p.price_model',
      'p.price_cents',
      'p.currency',
      'p.setup_days',
      'p.minutes_per_run',
      'p.runs_per_month',
      'p.status',
      'p.position',
      'p.popularity',
      'p.popular_order',
      'p.name_order',
      'p.version',
      'p.created_at',
      'p.updated_at',
      'p.published_at',
    ])
    .select(
      sql<
        string[]
      >`array(select i.name from product_integrations i where i.company_id = p.company_id and i.product_id = p.id
        order by i.position, i.name)`.as('integrations'),
    )
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const fullRows = (db: Db) =>
  rows(db).select(['p.problem', 'p.steps', 'p.needs', 'p.included', 'p.limits', 'p.minutes_why', 'p.intake'])
export type FullRow = Awaited<ReturnType<ReturnType<typeof fullRows>['execute']>>[number]

const SORTS: Record<
  Filter['sort'],
  { column: RawBuilder<unknown>; type: string; kind: CursorValue; of: (r: Row) => string }
> = {
  position: { column: sql.ref('p.position'), type: 'integer', kind: 'number', of: (r) => String(r.position) },
  popular: {
    column: sql.ref('p.popular_order'),
    type: 'bigint',
    kind: 'number',
    of: (r) => String(r.popular_order),
  },
  name: { column: sql.ref('p.name_order'), type: 'text', kind: 'text', of: (r) => r.name_order },
  updated: { column: sql.ref('p.updated_at'), type: 'timestamptz', kind: 'instant', of: (r) => r.updated_at },
}

/** The name of an order, which a cursor carries so that it cannot be used in another. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `catalogue ${sort} ${order}`
/** Of what kind the values are that a list in this order is ordered by. */
export const orderKind = (sort: Filter['sort']): CursorValue => SORTS[sort].kind
/** The value that a row is ordered by, as text. */
export const orderValue = (sort: Filter['sort'], row: Row): string => SORTS[sort].of(row)

/** Products that pass the filter, in its order, after the cursor. */
export function filtered(db: Db, f: Filter, after: { value: string; id: string } | undefined, limit: number) {
  const { column, type } = SORTS[f.sort]
  let query = rows(db).orderBy(column, f.order).orderBy('p.id', f.order).limit(limit)
  if (f.status) query = query.where('p.status', 'in', f.status)
  if (f.category) query = query.where('p.category', 'in', f.category)
  if (f.price) query = query.where('p.price_model', 'in', f.price)
  if (f.q) {
    const like = `%${f.q.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((e) =>
      e.or([
        e('p.name', 'ilike', like),
        e('p.promise', 'ilike', like),
        e('p.slug', 'ilike', like),
        e.exists(
          e
            .selectFrom('product_integrations as i')
            .select('i.name')
            .whereRef('i.company_id', '=', 'p.company_id')
            .whereRef('i.product_id', '=', 'p.id')
            .where('i.name', 'ilike', like),
        ),
      ]),
    )
  }
  if (after) {
    const than = sql.raw(f.order === 'asc' ? '>' : '<')
    query = query.where(sql<boolean>`(${column}, p.id) ${than} (${after.value}::${sql.raw(type)}, ${after.id}::uuid)`)
  }
  return query
}

const standing = (r: Row) => ({
  status: r.status as z.infer<typeof CatalogueRow>['status'],
  position: r.position,
  popularity: r.popularity,
  publishedAt: r.published_at,
  updatedAt: r.updated_at,
  version: r.version,
})

/** A product as the list of staff shows it. */
export const presentCatalogueRow = (r: Row, reader: Actor): z.infer<typeof CatalogueRow> => ({
  ...listedOf(r),
  ...standing(r),
  can: { edit: mayEdit(reader) },
})

/** A product as its editor shows it. */
export const presentCatalogue = (r: FullRow, reader: Actor): z.infer<typeof CatalogueProduct> => ({
  ...listedOf(r),
  ...contentOf(r),
  ...standing(r),
  createdAt: r.created_at,
  can: { edit: mayEdit(reader) },
})

/** Who changes the catalogue: prices are promises to everybody. */
const mayEdit = (reader: Actor): boolean => reader.role === 'admin'

/** A product in whatever state. NOT_FOUND without it. */
export async function readProduct(db: Db, id: string): Promise<FullRow> {
  const row = await fullRows(db).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return row
}
