import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Invoice, RefundProposal } from '../../contract/billing.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'
import { showCents, showMinutes } from '../platform/words.ts'
import { blocksOf, shareOf, soldOf, unusedOf } from './hours-of-order.ts'
import { shareOfPrice } from './policy.ts'
import { paymentsWithRefunds } from './queries.ts'
import { readInvoice, takeInvoice } from './read.ts'
import { SEND_REFUND, type SendRefund, sendRefund } from './send-refund.ts'
import { applyRefund } from './settle.ts'

/** Payments that came in, the youngest first, and what can go back of each: refunds on their way are off already. */
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

/** What can be given back of an invoice, what its unused hours are worth, and which of them an amount takes. NOT_FOUND. */
export function refundProposal(
  { platform, actor }: Actored,
  { id, amountCents }: { id: string; amountCents?: number | undefined },
): Promise<z.infer<typeof RefundProposal>> {
  return platform.db.asActor(actor, async (db) => {
    const { company, order, totalCents } = await readInvoice(platform, db, actor, id)
    const payments = await refundable(db, company.id, id)
    const kept = payments.reduce((n, p) => n + (p.amount_cents <= totalCents ? p.left : 0), 0)
    const blocks = await blocksOf(db, company.id, order.id)
    const sold = soldOf(blocks)
    const unused = unusedOf(blocks)
    return {
      payments: payments.map((p) => ({
        id: p.id,
        method: p.method as 'card',
        amountCents: p.amount_cents,
        refundedCents: p.refunded_cents,
        card: p.card_brand && p.card_last4 ? { brand: p.card_brand, last4: p.card_last4 } : null,
        paidAt: p.paid_at,
        leftCents: p.left,
      })),
      unusedMinutes: unused,
      minutes: sold.minutes,
      unusedCents: shareOfPrice(unused, sold.minutes, sold.cents),
      takesMinutes: amountCents === undefined ? 0 : shareOf(blocks, boughtPart(amountCents, totalCents, kept)),
    }
  })
}

/** Of an amount that goes back: what bought something. Money that came in twice bought nothing the second time. */
const boughtPart = (amount: number, total: number, kept: number) => Math.max(0, amount - Math.max(0, kept - total))

type Wanted = {
  id: string
  version: number
  paymentId?: string | undefined
  amountCents: number
  minutes?: number | undefined
  reason: string
}

/**
 * Gives money back: a transfer is recorded as sent back, a card payment is sent back through Stripe. What Stripe does not
 * answer at once stays pending, and a job goes on with it. CONFLICT, NOT_REFUNDABLE, CARD_UNAVAILABLE; UNPROCESSABLE for
 * more than is left of the money or of the hours.
 */
export async function refund(context: Actored, input: Wanted): Promise<z.infer<typeof Invoice>> {
  const { platform, actor } = context
  let sent: SendRefund | undefined
  const invoice = await createOnce(context, input, async (db) => {
    const { id, version, amountCents, reason } = input
    const taken = await takeInvoice(platform, db, actor, id, version)
    const { company_id: companyId } = taken
    const payments = await refundable(db, companyId, id)
    const most = Math.max(0, ...payments.map((p) => p.left))
    if (most === 0) throw refuse('NOT_REFUNDABLE')
    const payment = input.paymentId
      ? payments.find((p) => p.id === input.paymentId)
      : payments.find((p) => p.left >= amountCents)
    if (!payment || payment.left < amountCents)
      throw refuse('UNPROCESSABLE', {
        fields: { amountCents: [`At most ${showCents(payment?.left ?? most)} of one payment can go back.`] },
      })
    if (payment.method === 'card' && !platform.payments) throw refuse('CARD_UNAVAILABLE')
    const blocks = await blocksOf(db, companyId, taken.order_id)
    const unused = unusedOf(blocks)
    // What is on its way back counts as gone: of money that came in twice only the first refund takes nothing.
    const kept = payments.reduce((n, p) => n + (p.amount_cents <= taken.total_cents ? p.left : 0), 0)
    // Hours that nobody can use yet have no share to take: it is reckoned when they are paid for all the same.
    const waits = blocks.length > 0 && soldOf(blocks).minutes === 0
    const minutes = input.minutes ?? (waits ? null : shareOf(blocks, boughtPart(amountCents, taken.total_cents, kept)))
    if (minutes !== null && minutes > unused)
      throw refuse('UNPROCESSABLE', { fields: { minutes: [`Only ${showMinutes(unused)} are unused.`] } })
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
        refunded_by: actor.userId,
      })
      .execute()
    await record(db, context, {
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
      // The same money must not be promised twice from two screens.
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
  // Stripe is asked after the commit. Whatever becomes of it, the job goes on.
  await sendRefund(platform, sent).catch((e) => platform.log.warn({ err: e }, 'a refund is left to its job'))
  return platform.db.asActor(actor, (db) => readInvoice(platform, db, actor, input.id))
}
