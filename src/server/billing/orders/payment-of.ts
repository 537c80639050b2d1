// The payment state of an order, for modules that show more than the payment.
import type { z } from 'zod'
import type { Order } from '../../../contract/billing/index.ts'
import { type Actor, type Db, systemOf } from '../../platform/database/db.ts'
import type { ActorContext } from '../../platform/http/api.ts'
import { checkoutColumns, followCheckout, isUnanswered } from '../stripe/follow-checkout.ts'
import { type Checkout, presentCheckout } from '../stripe/present-checkout.ts'
import { readOrder } from './read.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns the order with this id, with a checkout of this id, or with a checkout of this Stripe session, among those
 * that the reader may see.
 */
export async function findOrder(db: Db, name: string): Promise<{ companyId: string; orderId: string } | undefined> {
  if (UUID.test(name)) {
    const order = await db.selectFrom('orders').select(['company_id', 'id']).where('id', '=', name).executeTakeFirst()
    if (order) return { companyId: order.company_id, orderId: order.id }
  }
  const page = await db
    .selectFrom('checkouts')
    .select(['company_id', 'order_id'])
    .where(UUID.test(name) ? 'id' : 'stripe_session', '=', name)
    .executeTakeFirst()
  return page && { companyId: page.company_id, orderId: page.order_id }
}

/**
 * Returns an order with its latest checkout. Asks Stripe while the checkout is open, so that it does not matter whether
 * its event has arrived. The caller has checked that the reader may see the order.
 */
export async function paymentOf(
  { platform, actor }: Pick<ActorContext, 'platform' | 'actor'>,
  { companyId, orderId }: { companyId: string; orderId: string },
): Promise<{ order: z.infer<typeof Order>; checkout: Checkout | null }> {
  const reader: Actor = actor.kind === 'staff' ? systemOf(companyId) : actor
  const row = await platform.db.askAs(reader, (db) =>
    db
      .selectFrom('checkouts')
      .select(checkoutColumns)
      .where('company_id', '=', companyId)
      .where('order_id', '=', orderId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )
  let answered = true
  if (row?.status === 'open' && platform.payments)
    await followCheckout(platform, row).catch((e) => {
      answered = !isUnanswered(e)
    })
  return {
    checkout: row ? await presentCheckout(platform, reader, row.id, answered) : null,
    order: await platform.db.asActor(actor, (db) => readOrder(platform, db, actor, orderId)),
  }
}
