// Applies the payment state of an order to the automation it bought. It reads the current state of the order instead of
// the event, so the result does not depend on the order or the number of calls from jobs and pages.
import { activatePurchasedAgreement, endPurchasedAgreement } from '../agreements/index.ts'
import { undoOfOrder } from '../automations/index.ts'
import { ORDER_SETTLED, ORDER_UNDONE, type OrderMoved, productOrder } from '../billing/index.ts'
import { systemOf } from '../platform/database/db.ts'
import type { JobDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { installBought } from './install-bought.ts'

/**
 * Updates the automation and the agreement to match their order. When it is paid or invoiced, the automation is
 * installed and its agreement starts. When it is canceled, voided or refunded in full, an automation that is not live
 * yet is retired and its agreement ends. Does nothing for other orders, or when this was done before.
 */
export async function followOrder(platform: Platform, { companyId, orderId }: OrderMoved): Promise<void> {
  const by = { actor: systemOf(companyId) }
  await platform.db.asActor(by.actor, async (db) => {
    const order = await productOrder(db, companyId, orderId, true)
    if (!order) return
    if (order.status === 'canceled' || order.status === 'refunded') {
      const why =
        order.status === 'refunded'
          ? `Order ${order.number} was refunded.`
          : order.invoice_status === 'void'
            ? `Invoice ${order.invoice_number} was voided.`
            : `Order ${order.number} was not paid.`
      const ends = await undoOfOrder(platform, db, by, { companyId, orderId, why })
      if (ends && order.agreement_id) await endPurchasedAgreement(db, by, companyId, order.agreement_id, why)
      return
    }
    if (order.status !== 'paid' && order.invoice_status === 'draft') return
    if (order.agreement_id) await activatePurchasedAgreement(db, by, companyId, order.agreement_id)
    const existing = await db
      .selectFrom('shared_installations')
      .select('id')
      .where('company_id', '=', companyId)
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    if (existing) return
    // An order is fulfilled at its price, even if the product is no longer published.
    const product = await db
      .selectFrom('products')
      .select(['id', 'name', 'minutes_per_run', 'intake'])
      .where('id', '=', order.product_id)
      .executeTakeFirstOrThrow()
    const agreed = order.agreement_id
      ? await db
          .selectFrom('shared_agreements')
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

/** The job that runs when an order of an automation is paid. */
export const orderSettled: JobDefinition<Platform, OrderMoved> = { name: ORDER_SETTLED, handler: followOrder }
/** The job that runs when an order of an automation is canceled, voided or refunded in full. */
export const orderUndone: JobDefinition<Platform, OrderMoved> = { name: ORDER_UNDONE, handler: followOrder }
