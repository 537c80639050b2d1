// Orders of automations: whoever sells them hears by a job when the money came, or when it is not coming any more.
import type { Db } from '../platform/db.ts'
import type { HappenedEvent } from '../platform/notices.ts'
import type { Platform } from '../platform/platform.ts'

/** Jobs about an order that has a line with a product: it is paid; it was voided, left, or given back as a whole. */
export const ORDER_SETTLED = 'billing.order-settled'
export const ORDER_UNDONE = 'billing.order-undone'
export type OrderMoved = { companyId: string; orderId: string }

/** An order that has a line with a product, as its money stands; undefined for every other. `hold`: until the transaction ends. */
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

/** What an event of an invoice or order says of the goods; undefined: nothing. */
function movedBy(event: HappenedEvent): { job: string; orderId?: unknown } | undefined {
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

/** Makes a job of an event that moves an order of an automation: it exists when and only when the event was committed. */
export async function tellOfGoods(platform: Platform, db: Db, event: HappenedEvent): Promise<void> {
  const moved = movedBy(event)
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
