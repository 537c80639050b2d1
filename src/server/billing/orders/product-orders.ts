// Orders of automations. Jobs notify the selling module when an order is paid, or when it no longer will be.
import type { Db } from '../../platform/database/db.ts'
import type { PublishedEvent } from '../../platform/events/notifiers.ts'
import type { Platform } from '../../platform/platform.ts'

/**
 * Jobs about an order with a product line. Settled: it is paid. Undone: it was voided, abandoned, or refunded in full.
 */
export const ORDER_SETTLED = 'billing.order-settled'
export const ORDER_UNDONE = 'billing.order-undone'
export type OrderMoved = { companyId: string; orderId: string }

/**
 * Returns an order that has a product line, with its payment state; undefined for every other order. `hold` locks the
 * order until the transaction ends.
 */
export async function productOrder(db: Db, companyId: string, orderId: string, hold = false) {
  let query = db
    .selectFrom('orders as o')
    .innerJoin('invoices as i', (j) => j.onRef('i.company_id', '=', 'o.company_id').onRef('i.order_id', '=', 'o.id'))
    .select(['o.id', 'o.number', 'o.status', 'o.method', 'o.agreement_id', 'o.placed_by', 'i.status as invoice_status'])
    .select(['i.id as invoice_id', 'i.number as invoice_number', 'i.paid_cents', 'i.refunded_cents'])
    .innerJoinLateral(
      (e) =>
        e
          .selectFrom('order_lines as l')
          .select(['l.product_id', 'l.unit_cents'])
          .whereRef('l.company_id', '=', 'o.company_id')
          .whereRef('l.order_id', '=', 'o.id')
          .where('l.product_id', 'is not', null)
          .orderBy('l.position')
          .orderBy('l.id')
          .limit(1)
          .as('sold'),
      (j) => j.onTrue(),
    )
    .select(['sold.product_id', 'sold.unit_cents'])
    .where('o.company_id', '=', companyId)
    .where('o.id', '=', orderId)
  if (hold) query = query.forUpdate('o')
  const row = await query.executeTakeFirst()
  return row?.product_id ? { ...row, product_id: row.product_id } : undefined
}

/** Returns the job that an event of an invoice or order causes for products; undefined for none. */
function jobForEvent(event: PublishedEvent): { job: string; orderId?: unknown } | undefined {
  switch (event.kind) {
    case 'paid':
      return { job: ORDER_SETTLED, orderId: event.data.orderId }
    case 'voided':
      return { job: ORDER_UNDONE, orderId: event.data.orderId }
    case 'cancelled':
      return { job: ORDER_UNDONE, orderId: event.subjectId }
    case 'refunded':
      return event.data.whole === true ? { job: ORDER_UNDONE } : undefined
  }
  return undefined
}

/** Queues the job for an event that settles or undoes an order of an automation, in the caller's transaction. */
export async function queueOrderJob(platform: Platform, db: Db, event: PublishedEvent): Promise<void> {
  const moved = jobForEvent(event)
  if (!moved) return
  const orderId =
    typeof moved.orderId === 'string'
      ? moved.orderId
      : (
          await db
            .selectFrom('invoices')
            .select('order_id')
            .where('company_id', '=', event.companyId)
            .where('id', '=', event.subjectId)
            .executeTakeFirst()
        )?.order_id
  if (!orderId || !(await productOrder(db, event.companyId, orderId))) return
  await platform.jobs.send<OrderMoved>(db, moved.job, { companyId: event.companyId, orderId })
}
