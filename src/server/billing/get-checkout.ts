import { type Actored, refuse } from '../platform/api.ts'
import { systemOf } from '../platform/db.ts'
import { checkoutColumns, followCheckout, unanswered } from './follow-checkout.ts'
import { type Checkout, presentCheckout } from './present-checkout.ts'

/**
 * What became of a page. While it is open here Stripe is asked, so that it does not matter whether its message has come;
 * when Stripe does not answer, `unknown` says so. NOT_FOUND for a page of another company too.
 */
export async function getCheckout({ platform, actor }: Actored, { id }: { id: string }): Promise<Checkout> {
  // Whether the reader may see it decides; what follows is done by the process itself.
  const row = await platform.db.askAs(actor, (db) =>
    db.selectFrom('checkouts').select(checkoutColumns).where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw refuse('NOT_FOUND')
  let asked = true
  if (row.status === 'open' && platform.payments)
    await followCheckout(platform, row).catch((e) => {
      asked = !unanswered(e)
    })
  return presentCheckout(platform, actor.role === 'admin' ? systemOf(row.company_id) : actor, id, asked)
}
