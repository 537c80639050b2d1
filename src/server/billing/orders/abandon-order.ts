import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { type By, recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { listOrderBlocks, voidHours } from './hours-of-order.ts'

/**
 * Cancels an order that was to be paid by card and was not: its invoice never gets a number, and its pending hours are
 * revoked. Returns false and does nothing for any other order. The caller closes the checkout at Stripe; a payment that
 * is made anyway still counts.
 */
export async function abandonOrder(
  db: Db,
  by: By,
  companyId: string,
  orderId: string,
  reason = 'The order was not paid.',
): Promise<boolean> {
  const order = await db
    .selectFrom('orders as o')
    .innerJoin('invoices as i', (j) => j.onRef('i.company_id', '=', 'o.company_id').onRef('i.order_id', '=', 'o.id'))
    .select(['o.number', 'i.id as invoice_id'])
    .where('o.company_id', '=', companyId)
    .where('o.id', '=', orderId)
    .where('o.status', '=', 'open')
    .where('i.status', '=', 'draft')
    .forUpdate('o')
    .executeTakeFirst()
  if (!order) return false
  await db
    .updateTable('orders')
    .set({ status: 'canceled', updated_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', orderId)
    .execute()
  await voidHours(db, by, companyId, await listOrderBlocks(db, companyId, orderId), reason)
  await recordAudit(db, by, {
    companyId,
    action: 'order.cancel',
    subjectType: 'order',
    subjectId: orderId,
    before: { status: 'open' },
    after: { status: 'canceled' },
    reason,
  })
  await publish(db, by.actor, {
    companyId,
    topic: 'billing',
    kind: 'cancelled',
    subjectId: orderId,
    data: { invoiceId: order.invoice_id },
  })
  return true
}
