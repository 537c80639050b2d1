import { sql } from 'kysely'
import type { z } from 'zod'
import type { InvoiceFilter, OrderFilter } from '../../../contract/billing/index.ts'
import { type CursorValue, comesAfter } from '../../platform/database/cursor.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { filterConditions, getSortOrder } from '../../platform/fields.ts'
import { invoiceFields } from '../fields.ts'
import { isAdmin } from '../policy.ts'
import type { InvoiceRecord } from '../present.ts'
import { invoiceRows, orderRows } from '../queries.ts'

export type Filter = z.infer<typeof InvoiceFilter>
type After = { value: string; id: string } | undefined
/** Returns the name of a sort order. Cursors include it, so that they cannot be used with another order. */
export const orderName = ({ sort, order }: { sort: string; order: string }): string => `${sort} ${order}`
/** Returns the type of the values that a list is sorted by. */
export const orderKind = (sort: Filter['sort']): CursorValue => getSortOrder(invoiceFields, sort).kind
/** Returns the value that a row is sorted by, as text. */
export const orderValue = (sort: Filter['sort'], row: InvoiceRecord): string =>
  getSortOrder(invoiceFields, sort).of(row)

/** Returns the query of invoices that match the filter, in its sort order, after the cursor. */
export function filteredInvoices(db: Db, actor: Actor, f: Filter, after: After, limit: number) {
  const { by, kind } = getSortOrder(invoiceFields, f.sort)
  let query = invoiceRows(db).orderBy(by, f.order).orderBy('i.id', f.order).limit(limit)
  if (!isAdmin(actor)) query = query.where('i.company_id', '=', actor.companyId)
  for (const condition of filterConditions(invoiceFields, f, actor)) query = query.where(condition)
  const words = f.q?.trim()
  if (words) {
    const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((e) => e.or([e('i.number', 'ilike', like), e('c.name', 'ilike', like)]))
  }
  if (after) query = query.where(comesAfter(after, { by, kind, id: sql.ref('i.id'), direction: f.order }))
  return query
}

/** Returns the query of orders that match the filter, in its sort order, after the cursor. */
export function filteredOrders(db: Db, actor: Actor, f: z.infer<typeof OrderFilter>, after: After, limit: number) {
  let query = orderRows(db).orderBy('o.created_at', f.order).orderBy('o.id', f.order).limit(limit)
  if (!isAdmin(actor)) query = query.where('o.company_id', '=', actor.companyId)
  if (f.company) query = query.where('o.company_id', '=', f.company)
  if (f.status) query = query.where('o.status', 'in', f.status)
  if (f.source) query = query.where('o.source', 'in', f.source)
  if (after)
    query = query.where(
      comesAfter(after, { by: sql.ref('o.created_at'), kind: 'instant', id: sql.ref('o.id'), direction: f.order }),
    )
  return query
}
