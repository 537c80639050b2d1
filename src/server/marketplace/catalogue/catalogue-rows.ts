// The catalog for staff: products in any status.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { CatalogueFilter, CatalogueProduct, CatalogueRow } from '../../../contract/catalogue.ts'
import { type CursorValue, comesAfter } from '../../platform/database/cursor.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { filterConditions, getSortOrder, presentFields } from '../../platform/fields.ts'
import { refuse } from '../../platform/http/api.ts'
import { productFields } from '../fields.ts'

export type Filter = z.output<typeof CatalogueFilter>

const rows = (db: Db) => db.selectFrom('products as p').select(productFields.list)
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
const fullRows = (db: Db) => rows(db).select(productFields.record)
export type FullRow = Awaited<ReturnType<ReturnType<typeof fullRows>['execute']>>[number]

/** Returns the name of a sort order. The cursor contains it, so that it cannot be used with another order. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `catalog ${sort} ${order}`
/** Returns the type of the values that this order sorts by. */
export const orderKind = (sort: Filter['sort']): CursorValue => getSortOrder(productFields, sort).kind
/** Returns a row's sort value as text. */
export const orderValue = (sort: Filter['sort'], row: Row): string => getSortOrder(productFields, sort).of(row)

/** Returns the query of products that pass the filter, in its order, after the cursor. */
export function filterCatalogue(
  db: Db,
  actor: Actor,
  f: Filter,
  after: { value: string; id: string } | undefined,
  limit: number,
) {
  const { by, kind } = getSortOrder(productFields, f.sort)
  let query = rows(db).orderBy(by, f.order).orderBy('p.id', f.order).limit(limit)
  for (const condition of filterConditions(productFields, f, actor)) query = query.where(condition)
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
  if (after) query = query.where(comesAfter(after, { by, kind, id: sql.ref('p.id'), direction: f.order }))
  return query
}

/** Returns a product as the staff list shows it. */
export const presentCatalogueRow = (r: Row, reader: Actor): z.infer<typeof CatalogueRow> => ({
  ...presentFields(productFields, 'list', r),
  can: { edit: mayEdit(reader) },
})

/** Returns a product with all fields of its editor. */
export const presentCatalogue = (r: FullRow, reader: Actor): z.infer<typeof CatalogueProduct> => ({
  ...presentCatalogueRow(r, reader),
  ...presentFields(productFields, 'record', r),
})

/** Returns whether the reader may change the catalog. Only administrators may, because prices are public. */
const mayEdit = (reader: Actor): boolean => reader.role === 'admin'

/** Returns a product in any status. Throws NOT_FOUND when it does not exist. */
export async function readProduct(db: Db, id: string): Promise<FullRow> {
  const row = await fullRows(db).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return row
}
