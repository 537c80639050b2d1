import { sql } from 'kysely'
import type { z } from 'zod'
import type { Invoice } from '../../contract/billing.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { paymentProblem } from '../platform/payments.ts'
import { publish } from '../platform/publish.ts'
import { closeCheckouts, closePagesLater } from './follow-checkout.ts'
import { blocksOf, voidHours } from './hours-of-order.ts'
import { readInvoice, takeInvoice } from './read.ts'

/**
 * Voids an open invoice on which nothing is paid: it keeps its number, its order is cancelled, and its hours go, those
 * that wait and what is unused of those that were released early. CONFLICT, NOT_OPEN, PAID_IN_PART, PAYMENT_PENDING;
 * UNAVAILABLE when Stripe does not answer.
 */
export async function voidInvoice(
  context: Actored,
  { id, version, reason }: { id: string; version: number; reason: string },
): Promise<z.infer<typeof Invoice>> {
  const { platform, actor } = context
  const { company } = await platform.db.asActor(actor, (db) => readInvoice(platform, db, actor, id))
  // Nobody must pay what is void: a page at Stripe is closed first, and what was paid just then counts.
  await closeCheckouts(platform, company.id, { invoiceId: id }).catch((e) => {
    throw paymentProblem(e) ? refuse('UNAVAILABLE', { retryAfter: 15 }) : e
  })
  return platform.db.asActor(actor, async (db) => {
    const invoice = await takeInvoice(platform, db, actor, id, version)
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
      .set({ status: 'cancelled', updated_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', orderId)
      .execute()
    // A month of it may be billed again.
    await db
      .updateTable('order_lines')
      .set({ voided: true })
      .where('company_id', '=', companyId)
      .where('order_id', '=', orderId)
      .execute()
    // Nobody is to pay it any more.
    await closePagesLater(platform, db, { companyId, orderId })
    const blocks = await blocksOf(db, companyId, orderId)
    const minutes = await voidHours(db, context, companyId, blocks, reason)
    await record(db, context, {
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
}
