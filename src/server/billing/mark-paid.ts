import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Invoice } from '../../contract/billing.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { createOnce } from '../platform/once.ts'
import { showCents } from '../platform/words.ts'
import { closePagesLater } from './follow-checkout.ts'
import { latestDay } from './policy.ts'
import { readInvoice, takeInvoice } from './read.ts'
import { applyPayment } from './settle.ts'

type Transfer = { id: string; version: number; amountCents: number; paidOn: string; reference: string }

/**
 * Records a transfer that an administrator saw on the bank's statement. A part leaves the invoice open. What comes in for
 * one that is paid already is kept too, and reported as paid twice. CONFLICT, NOT_OPEN; UNPROCESSABLE for more than is
 * owed, or a day to come.
 */
export function markPaid(context: Actored, input: Transfer): Promise<z.infer<typeof Invoice>> {
  const { platform, actor } = context
  return createOnce(context, input, async (db) => {
    const { id, version, amountCents, paidOn, reference } = input
    const invoice = await takeInvoice(platform, db, actor, id, version)
    if (invoice.status !== 'open' && invoice.status !== 'paid') throw refuse('NOT_OPEN')
    const due = invoice.total_cents - (invoice.paid_cents - invoice.refunded_cents)
    if (invoice.status === 'open' && amountCents > due)
      throw refuse('UNPROCESSABLE', {
        fields: { amountCents: [`Only ${showCents(due)} is owed. Record that, and send the rest back.`] },
      })
    if (amountCents > invoice.total_cents)
      throw refuse('UNPROCESSABLE', {
        fields: { amountCents: [`This invoice is over ${showCents(invoice.total_cents)}.`] },
      })
    if (paidOn > latestDay(Date.now()))
      throw refuse('UNPROCESSABLE', { fields: { paidOn: ['This day is still to come.'] } })
    const paymentId = uuid()
    await record(db, context, {
      companyId: invoice.company_id,
      action: 'invoice.transfer',
      subjectType: 'invoice',
      subjectId: id,
      before: { status: invoice.status, paidCents: invoice.paid_cents },
      after: { number: invoice.number, amountCents, paidOn, reference, paymentId },
    })
    await applyPayment(
      db,
      {
        companyId: invoice.company_id,
        invoiceId: id,
        method: 'transfer',
        status: 'succeeded',
        amountCents,
        currency: 'usd',
        id: paymentId,
        reference,
        recordedBy: actor.userId,
        // A day has no hour: noon is that day everywhere in the country, if it is noon already.
        at: new Date(Math.min(Date.parse(`${paidOn}T17:00:00Z`), Date.now())),
      },
      context,
    )
    // What is left to pay is another sum now: a page over the old one is closed.
    await closePagesLater(platform, db, { companyId: invoice.company_id, orderId: invoice.order_id })
    return readInvoice(platform, db, actor, id)
  })
}
