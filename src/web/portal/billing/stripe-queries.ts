// What the screens about cards and customers ask the server for.
import { api, client } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { safeRedirect } from '../platform/redirect.ts'

const FRESH_MS = 2_000

/** The stored card of the reader's company. */
export const cardOptions = () => api.billing.card.queryOptions({ input: {}, staleTime: FRESH_MS })
/** Whether card payments are set up, and what is to be looked at. */
export const stripeOptions = () => api.billing.stripe.queryOptions({ input: {}, staleTime: FRESH_MS })
/** One company as a customer. */
export const customerOptions = (companyId: string) =>
  api.billing.customer.queryOptions({ input: { companyId }, staleTime: FRESH_MS })
/** What became of a page at Stripe. */
export const checkoutOptions = (id: string) => api.billing.getCheckout.queryOptions({ input: { id }, staleTime: 0 })

/** Asks again for everything that a payment changes. */
export const refreshMoney = (): Promise<unknown> =>
  Promise.all([api.billing.key(), api.hours.key()].map((queryKey) => queries.invalidateQueries({ queryKey })))

/** Where somebody came from to buy; Stripe's page lies between, so the tab keeps it. */
const WAY_BACK = 'checkout.back'

/** The path of ours from which this checkout was begun in this tab, if it is known. */
export const wayBack = (checkoutId: string): string | undefined => {
  const [id, path] = sessionStorage.getItem(WAY_BACK)?.split(' ') ?? []
  return id === checkoutId && path ? safeRedirect(path) : undefined
}

/** Sends the browser to the page at Stripe on which this is paid. Throws a Failure. */
export async function payByCard(
  what: { orderId: string } | { invoiceId: string },
  keepCard: boolean,
  back?: string,
): Promise<void> {
  const checkout = await client.billing.checkout({ ...what, keepCard })
  if (back) sessionStorage.setItem(WAY_BACK, `${checkout.id} ${back}`)
  // Paid in another tab meanwhile: our own page says so.
  location.assign(checkout.url ?? `/checkout/${checkout.id}`)
}
