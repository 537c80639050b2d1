import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import { formatCents } from '../../../contract/plain/money.ts'
import { createOnce } from '../../platform/database/once.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { lockInvoice, readInvoice } from '../orders/read.ts'
import { latestDay } from '../policy.ts'
import { scheduleClosePages } from '../stripe/follow-checkout.ts'
import { applyPayment } from './settle.ts'

/**
 * Records a transfer that an administrator saw on the bank statement. A partial payment leaves the invoice open. A
 * payment for an invoice that is already paid is saved too, and reported as paid twice. Throws NOT_FOUND, CONFLICT,
 * NOT_OPEN; UNPROCESSABLE for more than is due, or a day in the future.
 */
export const markPaid = action(contract.billing.markPaid, (context, input) => {
  const { platform, actor } = context
  return createOnce(context, input, async (db) => {
    const { id, version, amountCents, paidOn, reference } = input
    const invoice = await lockInvoice(platform, db, actor, id, version)
    if (invoice.status !== 'open' && invoice.status !== 'paid') throw refuse('NOT_OPEN')
    const due = invoice.total_cents - (invoice.paid_cents - invoice.refunded_cents)
    if (invoice.status === 'open' && amountCents > due)
      throw refuse('UNPROCESSABLE', {
        fields: { amountCents: [`Only ${formatCents(due)} is due. Record that amount and return the rest.`] },
      })
    if (amountCents > invoice.total_cents)
      throw refuse('UNPROCESSABLE', {
        fields: {
          amountCents: [`The invoice total is ${formatCents(invoice.total_cents)}. Enter that amount or less.`],
        },
      })
    if (paidOn > latestDay(Date.now()))
      throw refuse('UNPROCESSABLE', { fields: { paidOn: ['Choose today or an earlier date.'] } })
    const paymentId = uuid()
    await recordAudit(db, context, {
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
        // A day has no time. Use 17:00 UTC (noon Eastern Standard Time), which is the same day everywhere in the
        // country, or now if that is earlier.
        at: new Date(Math.min(Date.parse(`${paidOn}T17:00:00Z`), Date.now())),
      },
      context,
    )
    // The amount due has changed, so checkouts for the old amount are closed.
    await scheduleClosePages(platform, db, { companyId: invoice.company_id, orderId: invoice.order_id })
    return readInvoice(platform, db, actor, id)
  })
})
