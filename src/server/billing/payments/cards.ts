// Shared by everything about cards: the consent text, the errors, and how a card is shown.
import { brand } from '../../../../brand.config.ts'
import { refuse } from '../../platform/http/api.ts'
import { paymentProblem } from '../../platform/payments/payment-problem.ts'
import type { Payments } from '../../platform/payments/payments.ts'
import type { Platform } from '../../platform/platform.ts'

/**
 * The consent text that an owner agrees to before a card is stored. It is saved with the card, so that the text may
 * change here.
 */
export const CONSENT = `I authorize ${brand.shortName} to charge this card when it issues a monthly or overage invoice to our company and when an automatic top-up runs, until I remove the card.`

/** Minutes for which a page at Stripe can be used, counted from the request. */
export const PAGE_MINUTES = 120
/**
 * Minutes after which a card page, or a checkout that was never opened at Stripe, is replaced by a new one, because too
 * little of the time above would be left.
 */
export const ASK_AGAIN_MINUTES = 80

/** Returns the Stripe client. Throws CARD_UNAVAILABLE when card payments are not set up. */
export function cardsOf({ payments }: Pick<Platform, 'payments'>): Payments {
  if (!payments) throw refuse('CARD_UNAVAILABLE')
  return payments
}

/**
 * Throws PAYMENT_REFUSED or PAYMENT_UNAVAILABLE for a PaymentProblem, and rethrows other errors. Only for calls that
 * charge no one.
 */
export function refuseCall(e: unknown): never {
  const problem = paymentProblem(e)
  if (!problem) throw e
  if (problem.kind === 'refused') throw refuse('PAYMENT_REFUSED', { reason: problem.message.slice(0, 300) })
  throw refuse('PAYMENT_UNAVAILABLE', { retryAfter: 15 })
}

type CardColumns = {
  payment_method?: string | null
  card_brand: string | null
  card_last4: string | null
  card_exp_month: number | null
  card_exp_year: number | null
}
/** Returns a card as it may be shown; null when there is none. A card is valid until the end of its month. */
export function cardShown(c: CardColumns | undefined, now = new Date()) {
  if (!c?.card_brand || !c.card_last4 || !c.card_exp_month || !c.card_exp_year) return null
  const good = c.card_exp_year * 12 + c.card_exp_month >= now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
  return {
    brand: c.card_brand,
    last4: c.card_last4,
    expMonth: c.card_exp_month,
    expYear: c.card_exp_year,
    expired: !good,
  }
}
