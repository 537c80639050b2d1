import { v7 as uuid } from 'uuid'
import { CARD_MIN_CENTS } from '../../../contract/plain/rates.ts'
import { systemOf } from '../../platform/database/db.ts'
import { paymentProblem } from '../../platform/payments/payment-problem.ts'
import type { CardPayment } from '../../platform/payments/stripe-objects.ts'
import type { Platform } from '../../platform/platform.ts'
import { owedOf } from '../policy.ts'
import { applyCardPayment, failUnsentCharge, failureOf } from '../stripe/card-updates.ts'
import { closeCheckouts } from '../stripe/follow-checkout.ts'
import { applyPayment } from './settle.ts'

/**
 * The result of a charge. `unknown`: Stripe may have charged, or another card payment is pending. The payment stays
 * pending until the webhook or the nightly reconciliation resolves it, and nothing is charged in the meantime.
 * `unavailable`: nothing happened, for example because someone has a checkout open, and it can be tried again soon.
 * `no_card`: there is no card that may be charged. `not_due`: paid, void, or below the card minimum.
 */
export type Charged = 'succeeded' | 'failed' | 'unknown' | 'unavailable' | 'no_card' | 'not_due'

/**
 * Charges the company's stored card for an open invoice, without a person present, and returns the result. The payment
 * is saved before Stripe is called, and no other one is started while its result is unknown. That, and its id as the
 * idempotency key, prevent a double charge.
 */
export async function chargeInvoice(
  platform: Platform,
  { companyId, invoiceId }: { companyId: string; invoiceId: string },
): Promise<Charged> {
  const { payments, db } = platform
  if (!payments) return 'no_card'
  const system = systemOf(companyId)
  // Someone may be paying right now. Close their checkout first; a payment that it brought counts.
  try {
    await closeCheckouts(platform, companyId, { invoiceId })
  } catch (e) {
    if (paymentProblem(e)) return 'unavailable'
    throw e
  }
  const begun = await db.asActor(system, async (tx) => {
    const invoice = await tx
      .selectFrom('invoices as i')
      .innerJoin('orders as o', (j) => j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'))
      .select(['i.order_id', 'i.number', 'i.status', 'i.total_cents', 'i.paid_cents', 'i.refunded_cents'])
      .where('i.company_id', '=', companyId)
      .where('i.id', '=', invoiceId)
      .forUpdate(['i', 'o'])
      .executeTakeFirst()
    if (invoice?.status !== 'open' || owedOf(invoice) < CARD_MIN_CENTS) return 'not_due' as const
    // A checkout may have been opened since the others were closed. Opening one locks the order too, and so sees the
    // payment that is started here.
    const page = await tx
      .selectFrom('checkouts')
      .select('id')
      .where('company_id', '=', companyId)
      .where('order_id', '=', invoice.order_id)
      .where('status', '=', 'open')
      .executeTakeFirst()
    if (page) return 'unavailable' as const
    const running = await tx
      .selectFrom('payments')
      .select('id')
      .where('company_id', '=', companyId)
      .where('invoice_id', '=', invoiceId)
      .where('method', '=', 'card')
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (running) return 'unknown' as const
    const card = await tx
      .selectFrom('stripe_customers')
      .select(['stripe_id', 'payment_method', 'card_brand', 'card_last4'])
      .where('company_id', '=', companyId)
      .where('payment_method', 'is not', null)
      .where('consent_at', 'is not', null)
      .executeTakeFirst()
    if (!card) return 'no_card' as const
    const paymentId = uuid()
    const amountCents = owedOf(invoice)
    await tx
      .insertInto('payments')
      .values({
        company_id: companyId,
        id: paymentId,
        invoice_id: invoiceId,
        method: 'card',
        status: 'pending',
        amount_cents: amountCents,
        off_session: true,
        card_brand: card.card_brand,
        card_last4: card.card_last4,
      })
      .execute()
    return { ...card, paymentId, amountCents, orderId: invoice.order_id, number: invoice.number }
  })
  if (typeof begun === 'string') return begun

  const metadata = { companyId, orderId: begun.orderId, invoiceId, paymentId: begun.paymentId }
  const settle = (p: CardPayment) => db.asActor(system, (tx) => applyCardPayment(tx, p))
  try {
    const payment = await payments.charge({
      key: `charge-${begun.paymentId}`,
      customerId: begun.stripe_id,
      methodId: begun.payment_method as string,
      amountCents: begun.amountCents,
      description: `Invoice ${begun.number}`,
      metadata,
    })
    await settle(payment)
    return payment.status === 'succeeded' ? 'succeeded' : payment.status === 'failed' ? 'failed' : 'unknown'
  } catch (e) {
    const problem = paymentProblem(e)
    if (!problem || problem.kind === 'unknown') {
      platform.log.warn({ invoiceId, err: problem ? undefined : e }, 'no response to a charge; it is still pending')
      return 'unknown'
    }
    if (problem.kind === 'unavailable') {
      await db.asActor(system, (tx) => failUnsentCharge(tx, companyId, begun.paymentId))
      return 'unavailable'
    }
    // A declined card leaves a payment at Stripe; a deleted card does not.
    if (problem.payment)
      await settle({
        ...problem.payment,
        status: 'failed',
        failure: {
          code:
            problem.code === 'authentication_required'
              ? 'authentication_required'
              : (problem.payment.failure?.code ?? problem.code ?? 'card_declined'),
          message: '',
        },
      })
    else
      await db.asActor(system, (tx) =>
        applyPayment(tx, {
          companyId,
          invoiceId,
          id: begun.paymentId,
          method: 'card',
          status: 'failed',
          amountCents: begun.amountCents,
          currency: 'usd',
          offSession: true,
          failure: failureOf(problem.code ?? 'card_declined'),
        }),
      )
    return 'failed'
  }
}
