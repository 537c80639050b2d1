// Converts errors of Stripe's SDK, which only this folder imports.
import Stripe from 'stripe'
import { PaymentProblem } from './payment-problem.ts'
import { readPayment } from './stripe-objects.ts'

/** Converts an error of a call to a PaymentProblem. `reached`: the call may have reached Stripe. */
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
