// Errors of calls to Stripe. Does not import its SDK, which is only loaded when Stripe is set up.
import type { CardPayment } from './stripe-objects.ts'

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
