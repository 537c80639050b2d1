import { type Actored, api } from '../platform/api.ts'
import { cancelCheckout } from './cancel-checkout.ts'
import { createCustomer, linkCustomer, syncCustomer } from './change-customer.ts'
import { getCard } from './get-card.ts'
import { getCheckout } from './get-checkout.ts'
import { getCustomer } from './get-customer.ts'
import { listCustomers } from './list-customers.ts'
import { removeCard } from './remove-card.ts'
import { startCheckout } from './start-checkout.ts'
import { getCardPage, storeCard } from './store-card.ts'
import { stripeState } from './stripe-state.ts'

const { billing: of } = api
/** The half of the room that has to do with Stripe. */
export const stripeOperations = {
  card: of.card.handler(({ context }) => getCard(context as Actored)),
  storeCard: of.storeCard.handler(({ context, input }) => storeCard(context as Actored, input)),
  cardPage: of.cardPage.handler(({ context, input }) => getCardPage(context as Actored, input)),
  removeCard: of.removeCard.handler(({ context }) => removeCard(context as Actored)),
  checkout: of.checkout.handler(({ context, input }) => startCheckout(context as Actored, input)),
  getCheckout: of.getCheckout.handler(({ context, input }) => getCheckout(context as Actored, input)),
  cancelCheckout: of.cancelCheckout.handler(({ context, input }) => cancelCheckout(context as Actored, input)),
  stripe: of.stripe.handler(({ context }) => stripeState(context as Actored)),
  customers: of.customers.handler(({ context, input }) => listCustomers(context as Actored, input)),
  customer: of.customer.handler(({ context, input }) => getCustomer(context as Actored, input)),
  createCustomer: of.createCustomer.handler(({ context, input }) => createCustomer(context as Actored, input)),
  linkCustomer: of.linkCustomer.handler(({ context, input }) => linkCustomer(context as Actored, input)),
  syncCustomer: of.syncCustomer.handler(({ context, input }) => syncCustomer(context as Actored, input)),
}
