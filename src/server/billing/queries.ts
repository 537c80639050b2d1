import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { orderTitle, TODAY } from './expressions.ts'
import { invoiceFields } from './fields.ts'

/** Returns a query of invoices for a list, without drafts. */
export const invoiceRows = (db: Db) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', (j) => j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'))
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .select(invoiceFields.list)
    .where('i.status', '<>', sql.lit('draft'))

/** Returns a query of one invoice in full, without its lines, hours and payments. */
export const wholeInvoice = (db: Db, id: string) =>
  invoiceRows(db)
    .select(invoiceFields.record)
    // Decides whether the invoice can be billed again.
    .select(
      sql<boolean>`exists (select from orders n where n.company_id = o.company_id and n.replaces = o.id)`.as(
        'replaced',
      ),
    )
    .where('i.id', '=', id)

/** Returns a query of orders for a list. */
export const orderRows = (db: Db) =>
  db
    .selectFrom('orders as o')
    .innerJoin('invoices as i', (j) => j.onRef('i.company_id', '=', 'o.company_id').onRef('i.order_id', '=', 'o.id'))
    .innerJoin('companies as c', 'c.id', 'o.company_id')
    .select(['o.id', 'o.company_id', 'o.number', 'o.source', 'o.status', 'o.method', 'o.total_cents', 'o.placed_by'])
    .select(['o.created_at', 'c.name as company'])
    .select((e) =>
      e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'o.placed_by').as('placed_name'),
    )
    .select(['i.id as invoice_id', 'i.number as invoice_number', 'i.status as invoice_status'])
    .select(sql<string | null>`i.due_on::text`.as('due_on'))
    .select(sql<boolean>`(i.status = 'open' and i.due_on < ${TODAY})`.as('overdue'))
    .select(orderTitle.as('title'))

/** Returns the lines of an order, in the order in which its invoice shows them. */
export const orderLineRows = (db: Db, companyId: string, orderId: string) =>
  db
    .selectFrom('order_lines')
    .select(['id', 'kind', 'description', 'unit_cents', 'amount_cents', sql<number>`quantity::float8`.as('quantity')])
    .select([
      sql<string | null>`period_from::text`.as('period_from'),
      sql<string | null>`period_to::text`.as('period_to'),
    ])
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Returns the payments of one or more invoices with their refunds, oldest first. */
export const paymentsWithRefunds = async (db: Db, companyId: string, invoices: string | string[]) => {
  const ids = [invoices].flat()
  if (ids.length === 0) return []
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'method', 'status', 'amount_cents', 'refunded_cents', 'card_brand', 'card_last4', 'off_session'])
    .select(['failure_message', 'reference', 'paid_at', 'created_at', 'stripe_payment_intent'])
    .where('company_id', '=', companyId)
    .where('invoice_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const refunds =
    payments.length === 0
      ? []
      : await db
          .selectFrom('refunds as r')
          .select(['r.id', 'r.payment_id', 'r.amount_cents', 'r.reason', 'r.status', 'r.minutes', 'r.created_at'])
          .select('r.refunded_by')
          .select((e) =>
            e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'r.refunded_by').as('by_name'),
          )
          .where('r.company_id', '=', companyId)
          .where(
            'r.payment_id',
            'in',
            payments.map((p) => p.id),
          )
          .orderBy('r.created_at')
          .orderBy('r.id')
          .execute()
  return payments.map((p) => ({ ...p, refunds: refunds.filter((r) => r.payment_id === p.id) }))
}
