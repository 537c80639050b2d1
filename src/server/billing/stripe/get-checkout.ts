import { contract } from '../../../contract/index.ts'
import { systemOf } from '../../platform/database/db.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { checkoutColumns, followCheckout, isUnanswered } from './follow-checkout.ts'
import { presentCheckout } from './present-checkout.ts'

/**
 * Returns the state of a checkout. Asks Stripe while it is open here, so that it does not matter whether its event has
 * arrived. The state is `unknown` when Stripe does not answer. Throws NOT_FOUND, also for a checkout of another
 * company.
 */
export const getCheckout = action(contract.billing.getCheckout, async ({ platform, actor }, { id }) => {
  // This query checks that the reader may see the checkout. What follows runs with system rights.
  const row = await platform.db.askAs(actor, (db) =>
    db.selectFrom('checkouts').select(checkoutColumns).where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw refuse('NOT_FOUND')
  let answered = true
  if (row.status === 'open' && platform.payments)
    await followCheckout(platform, row).catch((e) => {
      answered = !isUnanswered(e)
    })
  return presentCheckout(platform, actor.role === 'admin' ? systemOf(row.company_id) : actor, id, answered)
})
