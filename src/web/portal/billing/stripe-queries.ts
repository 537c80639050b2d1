// Query options for cards and customers.

import { tabStore } from '../../browser-storage.ts'
import { api, client } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { toSafeRedirect } from '../platform/session/redirect.ts'

const FRESH_MS = 2_000

/** Returns query options for the stored card of the reader's company. */
export const cardOptions = () => api.billing.card.queryOptions({ input: {}, staleTime: FRESH_MS })
/** Returns query options for the state of card payments and the discrepancies with Stripe. */
export const stripeOptions = () => api.billing.stripe.queryOptions({ input: {}, staleTime: FRESH_MS })
/** Returns query options for a company's Stripe customer, latest payments and invoices. */
export const customerOptions = (companyId: string) =>
  api.billing.customer.queryOptions({ input: { companyId }, staleTime: FRESH_MS })
/** Returns query options for one checkout session. */
export const checkoutOptions = (id: string) => api.billing.getCheckout.queryOptions({ input: { id }, staleTime: 0 })

/** Refetches everything that a payment changes. */
export const refreshMoney = (): Promise<unknown> =>
  Promise.all([api.billing.key(), api.hours.key()].map((queryKey) => queries.invalidateQueries({ queryKey })))

/**
 * The storage key for the page where the purchase started. Stored per tab, because the user leaves for Stripe's page.
 */
const WAY_BACK = 'checkout.back'

/** Returns the portal path where this checkout started in this tab, or undefined. */
export const getReturnPath = (checkoutId: string): string | undefined => {
  const [id, path] = tabStore.get(WAY_BACK)?.split(' ') ?? []
  return id === checkoutId && path ? toSafeRedirect(path) : undefined
}

/** Redirects to Stripe's payment page. Throws a Failure. */
export async function payByCard(
  what: { orderId: string } | { invoiceId: string },
  keepCard: boolean,
  back?: string,
): Promise<void> {
  const checkout = await client.billing.checkout({ ...what, keepCard })
  if (back) tabStore.set(WAY_BACK, `${checkout.id} ${back}`)
  // There is no URL if it was already paid in another tab. Our own page then shows the result.
  location.assign(checkout.url ?? `/checkout/${checkout.id}`)
}
