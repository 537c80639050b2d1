import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { InvoiceFilter, OrderFilter } from '../../contract/billing.ts'
import type { CursorValue } from '../platform/cursor.ts'
import type { Actor, Db } from '../platform/db.ts'
import { isAdmin } from './policy.ts'
import { invoiceRows, orderRows, TODAY } from './queries.ts'

export type Filter = z.infer<typeof InvoiceFilter>
type After = { value: string; id: string } | undefined
type Ordered = { issued_at: string | null; due_on: string; total_cents: number }

const COLUMN: Record<
  Filter['sort'],
  { column: RawBuilder<unknown>; type: RawBuilder<unknown>; kind: CursorValue; of: (r: Ordered) => string }
> = {
  issued: {
    column: sql.ref('i.issued_at'),
    type: sql.raw('timestamptz'),
    kind: 'instant',
    of: (r) => r.issued_at as string,
  },
  due: { column: sql.ref('i.due_on'), type: sql.raw('date'), kind: 'text', of: (r) => r.due_on },
  total: {
    column: sql.ref('i.total_cents'),
    type: sql.raw('integer'),
    kind: 'number',
    of: (r) => String(r.total_cents),
  },
}
const DAY = /^\d{4}-\d\d-\d\d$/

/** The name of an order, which a cursor carries so that it cannot be used in another. */
export const orderName = ({ sort, order }: { sort: string; order: string }): string => `${sort} ${order}`
/** Of what kind the values are that a list in this order is ordered by. */
export const orderKind = (sort: Filter['sort']): CursorValue => COLUMN[sort].kind
/** The value that a row is ordered by, as text. */
export const orderValue = (sort: Filter['sort'], row: Ordered): string => COLUMN[sort].of(row)
/** Whether what a cursor says is a value of this order: text is anything. */
export const goodValue = (sort: Filter['sort'], value: string): boolean => sort !== 'due' || DAY.test(value)

/** Invoices that pass the filter, in its order, after the cursor. */
export function filteredInvoices(db: Db, actor: Actor, f: Filter, after: After, limit: number) {
  const { column, type } = COLUMN[f.sort]
  let query = invoiceRows(db).orderBy(column, f.order).orderBy('i.id', f.order).limit(limit)
  if (!isAdmin(actor)) query = query.where('i.company_id', '=', actor.companyId)
  if (f.company) query = query.where('i.company_id', '=', f.company)
  if (f.status?.length === 1) query = query.where('i.status', '=', sql.lit(f.status[0] as string))
  else if (f.status) query = query.where('i.status', 'in', f.status)
  if (f.overdue) query = query.where('i.status', '=', sql.lit('open')).where(sql<boolean>`i.due_on < ${TODAY}`)
  if (f.source) query = query.where('o.source', 'in', f.source)
  if (f.from) query = query.where(sql<boolean>`i.issued_on >= ${f.from}::date`)
  if (f.to) query = query.where(sql<boolean>`i.issued_on <= ${f.to}::date`)
  const words = f.q?.trim()
  if (words) {
    const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((e) => e.or([e('i.number', 'ilike', like), e('c.name', 'ilike', like)]))
  }
  if (after) {
    const than = sql.raw(f.order === 'asc' ? '>' : '<')
    query = query.where(sql<boolean>`(${column}, i.id) ${than} (${after.value}::${type}, ${after.id}::uuid)`)
  }
  return query
}

/** Orders that pass the filter, in its order, after the cursor. */
export function filteredOrders(db: Db, actor: Actor, f: z.infer<typeof OrderFilter>, after: After, limit: number) {
  let query = orderRows(db).orderBy('o.created_at', f.order).orderBy('o.id', f.order).limit(limit)
  if (!isAdmin(actor)) query = query.where('o.company_id', '=', actor.companyId)
  if (f.company) query = query.where('o.company_id', '=', f.company)
  if (f.status) query = query.where('o.status', 'in', f.status)
  if (f.source) query = query.where('o.source', 'in', f.source)
  if (after) {
    const than = sql.raw(f.order === 'asc' ? '>' : '<')
    query = query.where(sql<boolean>`(o.created_at, o.id) ${than} (${after.value}::timestamptz, ${after.id}::uuid)`)
  }
  return query
}
