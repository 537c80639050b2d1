// What all that has to do with cards shares: the sentence, the refusals, what is shown of a card.
import { brand } from '../../../brand.config.ts'
import { refuse } from '../platform/api.ts'
import type { Payments } from '../platform/payments.ts'
import { paymentProblem } from '../platform/payments.ts'
import type { Platform } from '../platform/platform.ts'

/** What an owner agrees to before a card is kept. What was agreed to is kept with it, so that it may change here. */
export const CONSENT = `I allow ${brand.shortName} to charge this card for invoices and automatic top-ups of our company when they are due, until I remove it.`

/** Minutes that a page of Stripe's can be used, and until when one that never came about can be asked for again. */
export const PAGE_MINUTES = 120
export const ASK_AGAIN_MINUTES = 80

/** The line to Stripe; CARD_UNAVAILABLE when card payments are not set up. */
export function cardsOf({ payments }: Pick<Platform, 'payments'>): Payments {
  if (!payments) throw refuse('CARD_UNAVAILABLE')
  return payments
}

/** Turns what Stripe did not do into a refusal: only for calls by which nobody is charged. */
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
/** A card as it may be shown; null when there is none. It is good to the end of its month. */
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
