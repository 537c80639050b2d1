import { type Actored, refuse } from '../platform/api.ts'
import { abandonOrder } from './abandon-order.ts'
import { refuseCall } from './cards.ts'
import { checkoutColumns, closeCheckouts } from './follow-checkout.ts'
import { type Checkout, presentCheckout } from './present-checkout.ts'

/**
 * Closes a page that is not to be used after all, and cancels an order that was to be paid on it. What was paid a moment
 * ago stays paid, and the answer says so. PAYMENT_UNAVAILABLE when Stripe does not answer: then nothing changes.
 */
export async function cancelCheckout(context: Actored, { id }: { id: string }): Promise<Checkout> {
  const { platform, actor, address, requestId } = context
  const row = await platform.db.askAs(actor, (db) =>
    db.selectFrom('checkouts').select(checkoutColumns).where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw refuse('NOT_FOUND')
  if (row.status === 'open') {
    await closeCheckouts(platform, row.company_id, { orderId: row.order_id }).catch(refuseCall)
    await platform.db.asActor(actor, (db) =>
      abandonOrder(db, { actor, address, requestId }, row.company_id, row.order_id, 'The buyer left.'),
    )
  }
  return presentCheckout(platform, actor, id)
}
