// Errors of calls to Stripe.
import Stripe from 'stripe'
import { type CardPayment, readPayment } from './stripe-objects.ts'

/**
 * Why a call failed. `unavailable`: Stripe was not reached or did nothing; the call can be repeated. `unknown`: Stripe
 * may have carried it out; check before repeating. `refused`: Stripe rejected it and said why.
 */
export class PaymentProblem extends Error {
  override name = 'PaymentProblem'
  readonly kind: 'unavailable' | 'unknown' | 'refused'
  /** Stripe's error code, such as `card_declined`, `authentication_required`, `resource_missing`. */
  readonly code: string | undefined
  /** The payment that was refused. */
  readonly payment: CardPayment | undefined
  constructor(kind: PaymentProblem['kind'], message: string, code?: string, payment?: CardPayment) {
    super(message)
    this.kind = kind
    this.code = code
    this.payment = payment
  }
}

/** Returns the error if it is a PaymentProblem, otherwise undefined. */
export const paymentProblem = (e: unknown): PaymentProblem | undefined => (e instanceof PaymentProblem ? e : undefined)

/** Returns the PaymentProblem for an error of a call. `reached`: the call may have reached Stripe. */
export function problemOf(e: unknown, reached: boolean): PaymentProblem {
  const { errors } = Stripe
  if (e instanceof PaymentProblem) return e
  if (e instanceof errors.StripeRateLimitError)
    return new PaymentProblem('unavailable', 'Stripe’s rate limit was reached.', 'rate_limit')
  if (e instanceof errors.StripeAuthenticationError || e instanceof errors.StripePermissionError)
    return new PaymentProblem('unavailable', 'Stripe rejected STRIPE_SECRET_KEY for this call.', 'key_refused')
  if (e instanceof errors.StripeCardError || e instanceof errors.StripeInvalidRequestError) {
    const refused = (e as { payment_intent?: unknown }).payment_intent
    return new PaymentProblem('refused', e.message, e.code ?? 'refused', refused ? readPayment(refused) : undefined)
  }
  // There was no response, or one that cannot be read.
  return new PaymentProblem(
    reached ? 'unknown' : 'unavailable',
    e instanceof Error ? `${e.name}: ${firstLine(e.message)}` : 'unknown',
  )
}

const firstLine = (text: string) => text.split('\n')[0]?.slice(0, 200) ?? ''
