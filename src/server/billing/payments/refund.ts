import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Payment } from '../../../contract/billing/index.ts'
import { contract } from '../../../contract/index.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { formatCents } from '../../../contract/plain/money.ts'
import type { Db } from '../../platform/database/db.ts'
import { createOnce } from '../../platform/database/once.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { listOrderBlocks, shareOf, soldOf, unusedOf } from '../orders/hours-of-order.ts'
import { lockInvoice, readInvoice } from '../orders/read.ts'
import { shareOfPrice } from '../policy.ts'
import { paymentsWithRefunds } from '../queries.ts'
import { SEND_REFUND, type SendRefund, sendRefund } from './send-refund.ts'
import { applyRefund } from './settle.ts'

/**
 * Returns received payments, newest first, with what can still be refunded of each. Pending refunds are already
 * deducted.
 */
async function refundable(db: Db, companyId: string, invoiceId: string) {
  const payments = await paymentsWithRefunds(db, companyId, invoiceId)
  return payments
    .filter((p) => p.status === 'succeeded')
    .map((p) => ({
      ...p,
      left: p.amount_cents - p.refunds.filter((r) => r.status !== 'failed').reduce((n, r) => n + r.amount_cents, 0),
    }))
    .filter((p) => p.left > 0)
    .toSorted((a, b) => ((a.paid_at ?? a.created_at) < (b.paid_at ?? b.created_at) ? 1 : -1))
}

/**
 * Returns what can be refunded of an invoice, the value of its unused hours, and the minutes that an amount revokes.
 * Throws NOT_FOUND.
 */
export const refundProposal = action(contract.billing.refundProposal, ({ platform, actor }, { id, amountCents }) => {
  return platform.db.asActor(actor, async (db) => {
    const { company, order, status, totalCents } = await readInvoice(platform, db, actor, id)
    const payments = await refundable(db, company.id, id)
    const kept = payments.reduce((n, p) => n + (p.amount_cents <= totalCents ? p.left : 0), 0)
    const blocks = await listOrderBlocks(db, company.id, order.id)
    const sold = soldOf(blocks)
    const unused = unusedOf(blocks)
    return {
      payments: payments.map((p) => ({
        id: p.id,
        method: p.method as z.infer<typeof Payment>['method'],
        amountCents: p.amount_cents,
        refundedCents: p.refunded_cents,
        card: p.card_brand && p.card_last4 ? { brand: p.card_brand, last4: p.card_last4 } : null,
        paidAt: p.paid_at,
        leftCents: p.left,
      })),
      unusedMinutes: unused,
      minutes: sold.minutes,
      unusedCents: shareOfPrice(unused, sold.minutes, sold.cents),
      takesMinutes:
        amountCents === undefined || status === 'open' ? 0 : shareOf(blocks, boughtPart(amountCents, totalCents, kept)),
    }
  })
})

/** Returns the part of a refund that bought something. Money that was received twice bought nothing the second time. */
const boughtPart = (amount: number, total: number, kept: number) => Math.max(0, amount - Math.max(0, kept - total))

/**
 * Refunds a payment: a transfer is recorded as returned, a card payment is refunded through Stripe. A refund that
 * Stripe does not confirm immediately stays pending, and a job continues with it. Throws NOT_FOUND, CONFLICT,
 * NOT_REFUNDABLE, CARD_UNAVAILABLE; UNPROCESSABLE for more money than can be refunded or more minutes than are unused.
 */
export const refundPayment = action(contract.billing.refund, async (context, input) => {
  const { platform, actor } = context
  let sent: SendRefund | undefined
  const invoice = await createOnce(context, input, async (db) => {
    const { id, version, amountCents, reason } = input
    const taken = await lockInvoice(platform, db, actor, id, version)
    const { company_id: companyId } = taken
    const payments = await refundable(db, companyId, id)
    const most = Math.max(0, ...payments.map((p) => p.left))
    if (most === 0) throw refuse('NOT_REFUNDABLE')
    const payment = input.paymentId
      ? payments.find((p) => p.id === input.paymentId)
      : payments.find((p) => p.left >= amountCents)
    if (!payment || payment.left < amountCents)
      throw refuse('UNPROCESSABLE', {
        fields: { amountCents: [`You can refund at most ${formatCents(payment?.left ?? most)} of a single payment.`] },
      })
    if (payment.method === 'card' && !platform.payments) throw refuse('CARD_UNAVAILABLE')
    const blocks = await listOrderBlocks(db, companyId, taken.order_id)
    const unused = unusedOf(blocks)
    // Pending refunds are deducted, so that after a double payment only the first refund takes no hours.
    const kept = payments.reduce((n, p) => n + (p.amount_cents <= taken.total_cents ? p.left : 0), 0)
    // What is refunded of an open invoice is due again, so its hours stay for the payment that follows.
    const isOpen = taken.status === 'open'
    const minutes = input.minutes ?? (isOpen ? 0 : shareOf(blocks, boughtPart(amountCents, taken.total_cents, kept)))
    if (minutes > unused)
      throw refuse('UNPROCESSABLE', {
        fields: { minutes: [`Enter ${formatMinutes(unused)} or less. The rest of these hours is used.`] },
      })
    const refundId = uuid()
    await db
      .insertInto('refunds')
      .values({
        company_id: companyId,
        id: refundId,
        payment_id: payment.id,
        amount_cents: amountCents,
        reason,
        wanted_minutes: minutes,
        while_open: isOpen,
        refunded_by: actor.userId,
      })
      .execute()
    await recordAudit(db, context, {
      companyId,
      action: 'invoice.refund',
      subjectType: 'invoice',
      subjectId: id,
      before: { number: taken.number, paidCents: taken.paid_cents, refundedCents: taken.refunded_cents },
      after: { refundId, paymentId: payment.id, amountCents, minutes },
      reason,
    })
    if (payment.method === 'card') {
      sent = { companyId, refundId }
      // Prevents two screens from refunding the same money.
      await db
        .updateTable('invoices')
        .set({ version: version + 1 })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute()
      await platform.jobs.send(db, SEND_REFUND, sent, { after: 30 })
    } else
      await applyRefund(
        db,
        { companyId, paymentId: payment.id, id: refundId, amountCents, status: 'succeeded' },
        context,
      )
    return readInvoice(platform, db, actor, id)
  })
  if (!sent) return invoice
  // Stripe is called after the commit. Whatever the result, the job continues.
  await sendRefund(platform, sent).catch((e) => platform.log.warn({ err: e }, 'a refund failed; its job will retry it'))
  return platform.db.asActor(actor, (db) => readInvoice(platform, db, actor, input.id))
})
