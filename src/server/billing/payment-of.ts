// What became of the money of an order, for whoever shows more than the money.
import type { z } from 'zod'
import type { Order } from '../../contract/billing.ts'
import type { Actored } from '../platform/api.ts'
import { type Actor, type Db, systemOf } from '../platform/db.ts'
import { checkoutColumns, followCheckout, unanswered } from './follow-checkout.ts'
import { type Checkout, presentCheckout } from './present-checkout.ts'
import { readOrder } from './read.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The order that a name stands for, among those that the reader may see: its id, the id of its payment page, or Stripe's
 * name of that page.
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
 * An order with the last page on which somebody was to pay it. While that is open Stripe is asked, so that it does not matter
 * whether its message has come. The caller has seen to it that the reader may see the order.
 */
export async function paymentOf(
  { platform, actor }: Pick<Actored, 'platform' | 'actor'>,
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
  let asked = true
  if (row?.status === 'open' && platform.payments)
    await followCheckout(platform, row).catch((e) => {
      asked = !unanswered(e)
    })
  return {
    checkout: row ? await presentCheckout(platform, reader, row.id, asked) : null,
    order: await platform.db.asActor(actor, (db) => readOrder(platform, db, actor, orderId)),
  }
}
