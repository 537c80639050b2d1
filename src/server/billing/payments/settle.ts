// The only place where payments and refunds take effect. Each is saved once as it is reported. Then the invoice is
// recalculated from all of them (`standing.ts`), so that the result does not depend on the order or number of updates.
// Each call runs in one transaction with the invoice locked.

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Db, systemOf } from '../../platform/database/db.ts'
import type { By } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { mergePaymentStatus, mergeRefundStatus, type PaymentStatus, type RefundStatus } from '../invoices/standing.ts'
import { productOrder } from '../orders/product-orders.ts'
import { saveFinding } from './finding.ts'
import { holdInvoice, type Settled, settleInvoice, UNKNOWN } from './settle-invoice.ts'

/** A payment update, from Stripe or from an administrator who saw the payment on the bank statement. */
export type PaymentNews = {
  companyId: string
  invoiceId: string
  method: 'card' | 'transfer'
  status: PaymentStatus
  amountCents: number
  /** In lower case, as Stripe writes it. */
  currency: string
  /** Card: the id at Stripe. The same id is the same payment. */
  paymentIntent?: string | undefined
  card?: { brand: string; last4: string } | undefined
  /** Charged without a person present. */
  offSession?: boolean | undefined
  failure?: { code: string; message: string } | undefined
  /** Our id: of a transfer, or of an automatic charge that was saved before Stripe was called. */
  id?: string | undefined
  /** Transfer: the bank's reference. */
  reference?: string | undefined
  recordedBy?: string | undefined
  /** When the money was received. */
  at?: Date | undefined
}

/** A refund update. */
export type RefundNews = {
  companyId: string
  /** The refunded payment, by our id or by Stripe's. */
  paymentId?: string | undefined
  paymentIntent?: string | undefined
  /** What is needed to save the payment too, as pending, when the refund is reported first. */
  payment?: { invoiceId: string; amountCents: number; currency: string } | undefined
  /** Our id, if the refund was started here. */
  id?: string | undefined
  stripeRefund?: string | undefined
  amountCents: number
  status: RefundStatus
  reason?: string | undefined
}

/**
 * Saves a payment update and applies it, once. Returns UNKNOWN when the company has no such invoice. Throws an Error
 * when the payment is known for another invoice.
 */
export async function applyPayment(db: Db, news: PaymentNews, by?: By): Promise<Settled> {
  const acting = by ?? { actor: systemOf(news.companyId) }
  if (!(await holdInvoice(db, news.companyId, news.invoiceId))) return UNKNOWN
  if (news.currency !== 'usd') {
    // An amount in another currency cannot be added to ours. An administrator has to check it, and it has no effect.
    if (news.status === 'succeeded')
      await saveFinding(db, news.companyId, news.invoiceId, 'payment_currency', {
        words: 'was paid in another currency',
        expected: { currency: 'usd' },
        found: {
          currency: news.currency,
          amount: news.amountCents,
          ...(news.paymentIntent ? { payment: news.paymentIntent } : {}),
        },
      })
    return settleInvoice(db, acting, news.companyId, news.invoiceId, true)
  }
  // An automatic charge was saved before Stripe was called, and gets Stripe's id from the response.
  const { id, paymentIntent } = news
  const known =
    id || paymentIntent
      ? await db
          .selectFrom('payments')
          .select(['id', 'invoice_id', 'status'])
          .where('company_id', '=', news.companyId)
          .where((e) =>
            e.or([
              ...(paymentIntent ? [e('stripe_payment_intent', '=', paymentIntent)] : []),
              ...(id ? [e.and([e('id', '=', id), e('stripe_payment_intent', 'is', null)])] : []),
            ]),
          )
          .executeTakeFirst()
      : undefined
  if (known && known.invoice_id !== news.invoiceId) throw new Error('This payment is for another invoice.')
  const before = known?.status as PaymentStatus | undefined
  const status = before ? mergePaymentStatus(before, news.status) : news.status
  const at = (news.at ?? new Date()).toISOString()
  const failure = status === 'failed' ? news.failure : undefined
  if (!known) {
    await db
      .insertInto('payments')
      .values({
        company_id: news.companyId,
        id: news.id ?? uuid(),
        invoice_id: news.invoiceId,
        method: news.method,
        status,
        amount_cents: news.amountCents,
        stripe_payment_intent: news.paymentIntent ?? null,
        card_brand: news.card?.brand ?? null,
        card_last4: news.card?.last4 ?? null,
        off_session: news.offSession ?? false,
        failure_code: failure?.code ?? null,
        failure_message: failure?.message ?? null,
        recorded_by: news.recordedBy ?? null,
        reference: news.reference ?? null,
        paid_at: status === 'succeeded' ? at : null,
      })
      .execute()
  } else {
    await db
      .updateTable('payments')
      .set({
        status,
        ...(paymentIntent ? { stripe_payment_intent: paymentIntent } : {}),
        ...(news.card ? { card_brand: news.card.brand, card_last4: news.card.last4 } : {}),
        ...(status === 'succeeded'
          ? { failure_code: null, failure_message: null }
          : failure
            ? { failure_code: failure.code, failure_message: failure.message }
            : {}),
        // Keep the earliest time, because two updates about one payment differ by seconds.
        ...(news.status === 'succeeded' ? { paid_at: sql<string>`least(paid_at, ${at}::timestamptz)` } : {}),
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', news.companyId)
      .where('id', '=', known.id)
      .execute()
  }
  if (status === 'failed' && before !== 'failed')
    await publish(db, acting.actor, {
      companyId: news.companyId,
      topic: 'billing',
      kind: 'payment_failed',
      subjectId: news.invoiceId,
      data: { offSession: news.offSession ?? false, ...(failure ? { message: failure.message } : {}) },
    })
  return settleInvoice(db, acting, news.companyId, news.invoiceId, before !== status, news.at)
}

/** Saves a refund update and applies it, once. Returns UNKNOWN when the company has no such payment or invoice. */
export async function applyRefund(db: Db, news: RefundNews, by?: By): Promise<Settled> {
  const acting = by ?? { actor: systemOf(news.companyId) }
  const find = async () =>
    news.paymentId || news.paymentIntent
      ? await db
          .selectFrom('payments')
          .select(['id', 'invoice_id', 'amount_cents'])
          .where('company_id', '=', news.companyId)
          .$if(news.paymentId !== undefined, (q) => q.where('id', '=', news.paymentId as string))
          .$if(news.paymentId === undefined, (q) => q.where('stripe_payment_intent', '=', news.paymentIntent as string))
          .executeTakeFirst()
      : undefined
  let payment = await find()
  if (!payment && news.payment && news.paymentIntent) {
    const first = await applyPayment(
      db,
      {
        ...news.payment,
        companyId: news.companyId,
        method: 'card',
        status: 'pending',
        paymentIntent: news.paymentIntent,
      },
      acting,
    )
    if (first.outcome === 'unknown') return UNKNOWN
    payment = await find()
  }
  if (!payment || !(await holdInvoice(db, news.companyId, payment.invoice_id))) return UNKNOWN
  // Stripe may report a refund that was started here before the call returns. Our id is in its metadata.
  const known = await db
    .selectFrom('refunds')
    .select(['id', 'status'])
    .where('company_id', '=', news.companyId)
    .where((e) =>
      e.or([
        ...(news.id ? [e('id', '=', news.id)] : []),
        ...(news.stripeRefund ? [e('stripe_refund', '=', news.stripeRefund)] : []),
      ]),
    )
    .executeTakeFirst()
  const before = known?.status as RefundStatus | undefined
  const status = before ? mergeRefundStatus(before, news.status) : news.status
  if (known)
    await db
      .updateTable('refunds')
      .set({
        status,
        ...(news.stripeRefund ? { stripe_refund: news.stripeRefund } : {}),
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', news.companyId)
      .where('id', '=', known.id)
      .execute()
  else
    await db
      .insertInto('refunds')
      .values({
        company_id: news.companyId,
        id: news.id ?? uuid(),
        payment_id: payment.id,
        amount_cents: news.amountCents,
        reason: news.reason ?? 'Refunded in Stripe.',
        status,
        stripe_refund: news.stripeRefund ?? null,
        refunded_by: acting.actor.role === 'system' ? null : acting.actor.userId,
      })
      .execute()
  const settled = await settleInvoice(db, acting, news.companyId, payment.invoice_id, before !== status)
  // The partner was notified of the refund, and the hours that it revoked may be gone. A person has to decide.
  if (status === 'failed' && before === 'succeeded')
    await publish(db, acting.actor, {
      companyId: news.companyId,
      topic: 'billing',
      kind: 'refund_failed',
      subjectId: payment.invoice_id,
      data: { amountCents: news.amountCents },
    })
  if (status === 'failed' && before !== 'failed')
    await saveFinding(db, news.companyId, payment.invoice_id, 'refund_failed', {
      words: 'has a refund that the bank returned',
      expected: { refund: news.amountCents },
      found: { refund: 'failed', todo: await afterFailedRefund(db, news.companyId, payment.invoice_id) },
    })
  return settled
}

/** Returns what administrators should do about a refund that did not arrive. */
async function afterFailedRefund(db: Db, companyId: string, invoiceId: string): Promise<string> {
  const invoice = await holdInvoice(db, companyId, invoiceId)
  const bought = invoice && (await productOrder(db, companyId, invoice.order_id))
  return bought
    ? `Send the money another way. If you keep it, restore the company’s automation: the refund retired it if it wasn’t live yet${bought.agreement_id ? ', and ended the agreement' : ''}.`
    : 'Send the money another way. The hours that the refund removed are available again. Remove them on the company’s page once the money is sent.'
}
