import { v7 as uuid } from 'uuid'
import { CARD_MIN_CENTS } from '../../contract/rates.ts'
import { systemOf } from '../platform/db.ts'
import { type CardPayment, paymentProblem } from '../platform/payments.ts'
import type { Platform } from '../platform/platform.ts'
import { applyCardPayment, failureOf, giveUpCharge } from './card-news.ts'
import { closeCheckouts } from './follow-checkout.ts'
import { owedOf } from './policy.ts'
import { applyPayment } from './settle.ts'

/**
 * What came of it. `unknown`: Stripe may have charged; the payment stays pending until the webhook or the comparison says
 * more, and nothing is charged meanwhile. `unavailable`: nothing happened, it can be tried again soon. `no_card`: no card
 * that may be charged. `not_due`: paid, void, being paid, or less than a card can be charged.
 */
export type Charged = 'succeeded' | 'failed' | 'unknown' | 'unavailable' | 'no_card' | 'not_due'

/**
 * Charges the company's stored card for an open invoice, with nobody present. The payment is written down before Stripe is
 * asked, and while what became of it is not known no other is begun: that, and its id as key, keep it from being two.
 */
export async function chargeInvoice(
  platform: Platform,
  { companyId, invoiceId }: { companyId: string; invoiceId: string },
): Promise<Charged> {
  const { payments, db } = platform
  if (!payments) return 'no_card'
  const system = systemOf(companyId)
  // Somebody may be paying it just now: their page is closed first, and what it brought counts.
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
    // A page that was opened since the others were closed: whoever opens one holds the order too, and sees what runs here.
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
      platform.log.warn({ invoiceId, err: problem ? undefined : e }, 'a charge has no answer; it stays pending')
      return 'unknown'
    }
    if (problem.kind === 'unavailable') {
      await db.asActor(system, (tx) => giveUpCharge(tx, companyId, begun.paymentId))
      return 'unavailable'
    }
    // A card that is refused leaves a payment at Stripe; a card that is gone does not.
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
