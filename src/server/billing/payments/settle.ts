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
import { reportInvoiceDiscrepancy } from './invoice-discrepancy.ts'
import { lockInvoiceAndOrder, type Settled, settleInvoice, UNKNOWN } from './settle-invoice.ts'

/** A payment update, from Stripe or from an administrator who saw the payment on the bank statement. */
export type PaymentUpdate = {
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
export type RefundUpdate = {
  companyId: string
  /** The refunded payment, by our id or by Stripe's. */
  paymentId?: string | undefined
  paymentIntent?: string | undefined
  /** The facts for saving the payment too, as pending, when the refund is reported first. */
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
export async function applyPayment(db: Db, update: PaymentUpdate, by?: By): Promise<Settled> {
  const acting = by ?? { actor: systemOf(update.companyId) }
  if (!(await lockInvoiceAndOrder(db, update.companyId, update.invoiceId))) return UNKNOWN
  if (update.currency !== 'usd') {
    // An amount in another currency cannot be added to ours. An administrator has to check it, and it has no effect.
    if (update.status === 'succeeded')
      await reportInvoiceDiscrepancy(db, update.companyId, update.invoiceId, 'payment_currency', {
        words: 'was paid in another currency',
        expected: { currency: 'usd' },
        found: {
          currency: update.currency,
          amount: update.amountCents,
          ...(update.paymentIntent ? { payment: update.paymentIntent } : {}),
        },
      })
    return settleInvoice(db, acting, update.companyId, update.invoiceId, true)
  }
  // An automatic charge was saved before Stripe was called, and gets Stripe's id from the response.
  const { id, paymentIntent } = update
  const known =
    id || paymentIntent
      ? await db
          .selectFrom('payments')
          .select(['id', 'invoice_id', 'status'])
          .where('company_id', '=', update.companyId)
          .where((e) =>
            e.or([
              ...(paymentIntent ? [e('stripe_payment_intent', '=', paymentIntent)] : []),
              ...(id ? [e.and([e('id', '=', id), e('stripe_payment_intent', 'is', null)])] : []),
            ]),
          )
          .executeTakeFirst()
      : undefined
  if (known && known.invoice_id !== update.invoiceId) throw new Error('This payment is for another invoice.')
  const before = known?.status as PaymentStatus | undefined
  const status = before ? mergePaymentStatus(before, update.status) : update.status
  const at = (update.at ?? new Date()).toISOString()
  const failure = status === 'failed' ? update.failure : undefined
  if (!known) {
    await db
      .insertInto('payments')
      .values({
        company_id: update.companyId,
        id: update.id ?? uuid(),
        invoice_id: update.invoiceId,
        method: update.method,
        status,
        amount_cents: update.amountCents,
        stripe_payment_intent: update.paymentIntent ?? null,
        card_brand: update.card?.brand ?? null,
        card_last4: update.card?.last4 ?? null,
        off_session: update.offSession ?? false,
        failure_code: failure?.code ?? null,
        failure_message: failure?.message ?? null,
        recorded_by: update.recordedBy ?? null,
        reference: update.reference ?? null,
        paid_at: status === 'succeeded' ? at : null,
      })
      .execute()
  } else {
    await db
      .updateTable('payments')
      .set({
        status,
        ...(paymentIntent ? { stripe_payment_intent: paymentIntent } : {}),
        ...(update.card ? { card_brand: update.card.brand, card_last4: update.card.last4 } : {}),
        ...(status === 'succeeded'
          ? { failure_code: null, failure_message: null }
          : failure
            ? { failure_code: failure.code, failure_message: failure.message }
            : {}),
        // Keep the earliest time, because two updates about one payment differ by seconds.
        ...(update.status === 'succeeded' ? { paid_at: sql<string>`least(paid_at, ${at}::timestamptz)` } : {}),
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', update.companyId)
      .where('id', '=', known.id)
      .execute()
  }
  if (status === 'failed' && before !== 'failed')
    await publish(db, acting.actor, {
      companyId: update.companyId,
      topic: 'billing',
      kind: 'payment_failed',
      subjectId: update.invoiceId,
      data: { offSession: update.offSession ?? false, ...(failure ? { message: failure.message } : {}) },
    })
  return settleInvoice(db, acting, update.companyId, update.invoiceId, before !== status, update.at)
}

/** Saves a refund update and applies it, once. Returns UNKNOWN when the company has no such payment or invoice. */
export async function applyRefund(db: Db, update: RefundUpdate, by?: By): Promise<Settled> {
  const acting = by ?? { actor: systemOf(update.companyId) }
  const find = async () =>
    update.paymentId || update.paymentIntent
      ? await db
          .selectFrom('payments')
          .select(['id', 'invoice_id', 'amount_cents'])
          .where('company_id', '=', update.companyId)
          .$if(update.paymentId !== undefined, (q) => q.where('id', '=', update.paymentId as string))
          .$if(update.paymentId === undefined, (q) =>
            q.where('stripe_payment_intent', '=', update.paymentIntent as string),
          )
          .executeTakeFirst()
      : undefined
  let payment = await find()
  if (!payment && update.payment && update.paymentIntent) {
    const first = await applyPayment(
      db,
      {
        ...update.payment,
        companyId: update.companyId,
        method: 'card',
        status: 'pending',
        paymentIntent: update.paymentIntent,
      },
      acting,
    )
    if (first.outcome === 'unknown') return UNKNOWN
    payment = await find()
  }
  if (!payment || !(await lockInvoiceAndOrder(db, update.companyId, payment.invoice_id))) return UNKNOWN
  // Stripe may report a refund that was started here before the call returns. Our id is in its metadata.
  const known = await db
    .selectFrom('refunds')
    .select(['id', 'status'])
    .where('company_id', '=', update.companyId)
    .where((e) =>
      e.or([
        ...(update.id ? [e('id', '=', update.id)] : []),
        ...(update.stripeRefund ? [e('stripe_refund', '=', update.stripeRefund)] : []),
      ]),
    )
    .executeTakeFirst()
  const before = known?.status as RefundStatus | undefined
  const status = before ? mergeRefundStatus(before, update.status) : update.status
  if (known)
    await db
      .updateTable('refunds')
      .set({
        status,
        ...(update.stripeRefund ? { stripe_refund: update.stripeRefund } : {}),
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', update.companyId)
      .where('id', '=', known.id)
      .execute()
  else
    await db
      .insertInto('refunds')
      .values({
        company_id: update.companyId,
        id: update.id ?? uuid(),
        payment_id: payment.id,
        amount_cents: update.amountCents,
        reason: update.reason ?? 'Refunded in Stripe.',
        status,
        stripe_refund: update.stripeRefund ?? null,
        refunded_by: acting.actor.role === 'system' ? null : acting.actor.userId,
      })
      .execute()
  const settled = await settleInvoice(db, acting, update.companyId, payment.invoice_id, before !== status)
  // The partner was notified of the refund, and the hours that it removed are available again. A person has to decide.
  if (status === 'failed' && before === 'succeeded')
    await publish(db, acting.actor, {
      companyId: update.companyId,
      topic: 'billing',
      kind: 'refund_failed',
      subjectId: payment.invoice_id,
      data: { amountCents: update.amountCents },
    })
  if (status === 'failed' && before !== 'failed')
    await reportInvoiceDiscrepancy(db, update.companyId, payment.invoice_id, 'refund_failed', {
      words: 'has a refund that the bank returned',
      expected: { refund: update.amountCents },
      found: { refund: 'failed', todo: await afterFailedRefund(db, update.companyId, payment.invoice_id) },
    })
  return settled
}

/** Returns what administrators should do about a refund that did not arrive. */
async function afterFailedRefund(db: Db, companyId: string, invoiceId: string): Promise<string> {
  const invoice = await lockInvoiceAndOrder(db, companyId, invoiceId)
  const bought = invoice && (await productOrder(db, companyId, invoice.order_id))
  return bought
    ? `Send the money another way. If you keep it, restore the company’s automation: the refund retired it if it wasn’t live yet${bought.agreement_id ? ', and ended the agreement' : ''}.`
    : 'Send the money another way. The hours that the refund removed are available again. Remove them on the company’s page once the money is sent.'
}
