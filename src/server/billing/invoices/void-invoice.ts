import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { paymentProblem } from '../../platform/payments/payment-problem.ts'
import { listOrderBlocks, voidHours } from '../orders/hours-of-order.ts'
import { lockInvoice, readInvoice } from '../orders/read.ts'
import { closeCheckouts, scheduleClosePages } from '../stripe/follow-checkout.ts'

/**
 * Voids an open invoice on which nothing is paid: it keeps its number, its order is canceled, and its pending hours and
 * the unused part of hours that were released early are revoked. Throws NOT_FOUND, CONFLICT, NOT_OPEN, PAID_IN_PART,
 * PAYMENT_PENDING, and UNAVAILABLE when Stripe does not answer.
 */
export const voidInvoice = action(contract.billing.voidInvoice, async (context, { id, version, reason }) => {
  const { platform, actor } = context
  const { company } = await platform.db.asActor(actor, (db) => readInvoice(platform, db, actor, id))
  // Close the checkouts first, so that nobody pays a void invoice. A payment that was just made still counts.
  await closeCheckouts(platform, company.id, { invoiceId: id }).catch((e) => {
    throw paymentProblem(e) ? refuse('UNAVAILABLE', { retryAfter: 15 }) : e
  })
  return platform.db.asActor(actor, async (db) => {
    const invoice = await lockInvoice(platform, db, actor, id, version)
    const { company_id: companyId, order_id: orderId } = invoice
    const paid = invoice.paid_cents > invoice.refunded_cents
    const pending = await db
      .selectFrom('payments')
      .select('id')
      .where('company_id', '=', companyId)
      .where('invoice_id', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (invoice.status !== 'open') throw refuse('NOT_OPEN')
    if (paid) throw refuse('PAID_IN_PART')
    if (pending) throw refuse('PAYMENT_PENDING')
    await db
      .updateTable('invoices')
      .set({
        status: 'void',
        voided_at: sql<string>`now()`,
        void_reason: reason,
        next_charge_at: null,
        version: version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('orders')
      .set({ status: 'canceled', updated_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', orderId)
      .execute()
    // Allow the months of this invoice to be billed again.
    await db
      .updateTable('order_lines')
      .set({ voided: true })
      .where('company_id', '=', companyId)
      .where('order_id', '=', orderId)
      .execute()
    // Closes checkouts that were opened in the meantime.
    await scheduleClosePages(platform, db, { companyId, orderId })
    const blocks = await listOrderBlocks(db, companyId, orderId)
    const minutes = await voidHours(db, context, companyId, blocks, reason)
    await recordAudit(db, context, {
      companyId,
      action: 'invoice.void',
      subjectType: 'invoice',
      subjectId: id,
      before: { number: invoice.number, status: 'open', totalCents: invoice.total_cents },
      after: { status: 'void', minutesTaken: minutes },
      reason,
    })
    await publish(db, actor, { companyId, topic: 'billing', kind: 'voided', subjectId: id, data: { orderId } })
    return readInvoice(platform, db, actor, id)
  })
})
