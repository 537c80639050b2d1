// What the money of an order does to what it bought. It looks at how the order stands and not at what it was told, so that it
// ends alike in whatever order, and however often, jobs and pages ask for it.
import { beginPaid, endUndone } from '../agreements/index.ts'
import { undoOfOrder } from '../automations/index.ts'
import { ORDER_SETTLED, ORDER_UNDONE, type OrderMoved, productOrder } from '../billing/index.ts'
import { systemOf } from '../platform/db.ts'
import type { JobDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { installBought } from './install-bought.ts'

/**
 * Paid, or owed by invoice: the automation is there, and its agreement runs. Left, voided or given back: what has not begun
 * goes, and its agreement ends. Nothing for other orders, and nothing that was done already.
 */
export async function followOrder(platform: Platform, { companyId, orderId }: OrderMoved): Promise<void> {
  const by = { actor: systemOf(companyId) }
  await platform.db.asActor(by.actor, async (db) => {
    const order = await productOrder(db, companyId, orderId, true)
    if (!order) return
    if (order.status === 'cancelled' || order.status === 'refunded') {
      const why =
        order.status === 'refunded'
          ? `Order ${order.number} was given back.`
          : order.invoice_status === 'void'
            ? `Invoice ${order.invoice_number} was voided.`
            : `Order ${order.number} was not paid.`
      const ends = await undoOfOrder(platform, db, by, { companyId, orderId, why })
      if (ends && order.agreement_id) await endUndone(db, by, companyId, order.agreement_id, why)
      return
    }
    if (order.status !== 'paid' && order.invoice_status === 'draft') return
    if (order.agreement_id) await beginPaid(db, by, companyId, order.agreement_id)
    const there = await db
      .selectFrom('installations')
      .select('id')
      .where('company_id', '=', companyId)
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    if (there) return
    // Sold or not any more: what was ordered is delivered, at the price of that day.
    const product = await db
      .selectFrom('products')
      .select(['id', 'name', 'minutes_per_run', 'intake'])
      .where('id', '=', order.product_id)
      .executeTakeFirstOrThrow()
    const agreed = order.agreement_id
      ? await db
          .selectFrom('agreements')
          .select('monthly_price_cents')
          .where('company_id', '=', companyId)
          .where('id', '=', order.agreement_id)
          .executeTakeFirstOrThrow()
      : undefined
    await installBought(platform, db, by, {
      companyId,
      orderId,
      agreementId: order.agreement_id ?? undefined,
      product,
      priceCents: agreed ? agreed.monthly_price_cents : order.unit_cents,
      buyerId: order.placed_by ?? undefined,
    })
  })
}

/** An order of an automation is paid. */
export const orderSettled: JobDefinition<Platform, OrderMoved> = { name: ORDER_SETTLED, handler: followOrder }
/** An order of an automation was left, voided or given back as a whole. */
export const orderUndone: JobDefinition<Platform, OrderMoved> = { name: ORDER_UNDONE, handler: followOrder }
