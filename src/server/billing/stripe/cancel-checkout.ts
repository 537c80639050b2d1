import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { abandonOrder } from '../orders/abandon-order.ts'
import { refuseCall } from '../payments/cards.ts'
import { checkoutColumns, closeCheckouts } from './follow-checkout.ts'
import { presentCheckout } from './present-checkout.ts'

/**
 * Closes a checkout that will not be used, and cancels an order that was to be paid on it. A payment that was made a
 * moment ago stays, and the response says so. Throws NOT_FOUND, PAYMENT_REFUSED, and PAYMENT_UNAVAILABLE when Stripe
 * does not answer; then nothing changes.
 */
export const cancelCheckout = action(contract.billing.cancelCheckout, async (context, { id }) => {
  const { platform, actor, address, requestId } = context
  const row = await platform.db.askAs(actor, (db) =>
    db.selectFrom('checkouts').select(checkoutColumns).where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw refuse('NOT_FOUND')
  if (row.status === 'open') {
    await closeCheckouts(platform, row.company_id, { orderId: row.order_id }).catch(refuseCall)
    await platform.db.asActor(actor, (db) =>
      abandonOrder(
        db,
        { actor, address, requestId },
        row.company_id,
        row.order_id,
        'The order was canceled before payment.',
      ),
    )
  }
  return presentCheckout(platform, actor, id)
})
