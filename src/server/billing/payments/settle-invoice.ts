// Recalculates an invoice from its payments and refunds: status, paid amount, and the hours that follow.

import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { type By, recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { issueInvoice } from '../invoices/issue.ts'
import { balanceDue, type PaymentStatus } from '../invoices/standing.ts'
import { activateHours, listOrderBlocks, restoreHours, revokeUnusedHours, soldOf } from '../orders/hours-of-order.ts'
import { shareOfMinutes } from '../policy.ts'
import { closeInvoiceDiscrepancies, type Discrepancy, reportInvoiceDiscrepancy } from './invoice-discrepancy.ts'

/** The result of an update. `unknown`: there is no such invoice (or payment) here, and nothing was saved. */
export type Settled = {
  outcome: 'unknown' | 'kept'
  invoice: string | null
  number: string | null
  /** Whether there is a discrepancy. Administrators are notified of it. */
  problem: boolean
}

/** The result for an update about an unknown invoice or payment. */
export const UNKNOWN: Settled = { outcome: 'unknown', invoice: null, number: null, problem: false }

/**
 * Locks an invoice and its order until the transaction ends, and returns them; undefined when there is no such invoice.
 * Updates about them wait until then.
 */
export const lockInvoiceAndOrder = (db: Db, companyId: string, invoiceId: string) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', (j) => j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'))
    .select(['i.id', 'i.company_id', 'i.order_id', 'i.number', 'i.status', 'i.total_cents', 'i.paid_cents'])
    .select(['i.refunded_cents', 'i.version', 'i.paid_at', 'i.next_charge_at'])
    .select(['o.status as order_status', 'o.number as order_number', 'o.source', 'o.method'])
    .where('i.company_id', '=', companyId)
    .where('i.id', '=', invoiceId)
    .forUpdate(['i', 'o'])
    .executeTakeFirst()

const paymentsOf = (db: Db, companyId: string, invoiceId: string) =>
  db
    .selectFrom('payments as p')
    .select(['p.id', 'p.method', 'p.status', 'p.amount_cents', 'p.refunded_cents', 'p.paid_at'])
    .select(
      sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from refunds r
        where r.company_id = p.company_id and r.payment_id = p.id and r.status = 'succeeded')`.as('went_back'),
    )
    .select(
      sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from refunds r
        where r.company_id = p.company_id and r.payment_id = p.id and r.while_open and r.status <> 'failed')`.as(
        'due_again',
      ),
    )
    .where('p.company_id', '=', companyId)
    .where('p.invoice_id', '=', invoiceId)
    .execute()

const WORDS: Record<'more' | 'twice' | 'less', string> = {
  more: 'was overpaid',
  twice: 'was paid twice',
  less: 'was underpaid by card',
}

/**
 * Recalculates an invoice from its payments and refunds and applies what follows: number and date of a card order that
 * is paid, hours activated or revoked, the statuses of order and invoice, events, and discrepancies. Returns the
 * result. Idempotent. `changed`: something has changed, so discrepancies are checked too. `at`: when the hours become
 * usable, which only seeds and tests can set.
 */
export async function settleInvoice(
  db: Db,
  by: By,
  companyId: string,
  invoiceId: string,
  changed = true,
  at?: Date,
): Promise<Settled> {
  const { actor } = by
  const invoice = await lockInvoiceAndOrder(db, companyId, invoiceId)
  if (!invoice) return UNKNOWN
  const payments = await paymentsOf(db, companyId, invoiceId)
  const now = balanceDue(
    invoice.total_cents,
    payments.map((p) => ({
      method: p.method as 'card' | 'transfer',
      status: p.status as PaymentStatus,
      amountCents: p.amount_cents,
      refundedCents: Math.min(p.went_back, p.amount_cents),
      dueAgainCents: p.due_again,
    })),
  )
  for (const p of payments)
    if (p.refunded_cents !== Math.min(p.went_back, p.amount_cents))
      await db
        .updateTable('payments')
        .set({ refunded_cents: Math.min(p.went_back, p.amount_cents), updated_at: sql<string>`now()` })
        .where('company_id', '=', companyId)
        .where('id', '=', p.id)
        .execute()

  const void_ = invoice.status === 'void'
  const wasPaid = invoice.status === 'paid' || invoice.status === 'refunded'
  const isPaid = !void_ && now.status !== 'open'
  let number = invoice.number
  let status = invoice.status
  if (isPaid) {
    // Lock the balance before the number: purchases use this order too, and the number is locked for less time.
    if (!wasPaid) await activateHours(db, by, companyId, await listOrderBlocks(db, companyId, invoice.order_id), at)
    if (invoice.status === 'draft') number = await issueInvoice(db, companyId, invoiceId, 0)
    status = now.status
  }
  // Two updates about one payment differ by seconds. The earlier time counts, whichever arrives first.
  const paidAt = isPaid ? paidInFullAt(invoice.total_cents, payments) : null
  const moved =
    status !== invoice.status ||
    now.paidCents !== invoice.paid_cents ||
    now.refundedCents !== invoice.refunded_cents ||
    (isPaid && invoice.next_charge_at !== null)
  if (moved || (paidAt && paidAt !== invoice.paid_at))
    await db
      .updateTable('invoices')
      .set({
        status,
        paid_cents: now.paidCents,
        refunded_cents: now.refundedCents,
        ...(isPaid ? { paid_at: paidAt ?? invoice.paid_at ?? sql<string>`now()`, next_charge_at: null } : {}),
        ...(moved ? { version: sql<number>`version + 1` } : {}),
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', invoiceId)
      .execute()
  const orderStatus = !isPaid ? invoice.order_status : now.status === 'refunded' ? 'refunded' : 'paid'
  if (orderStatus !== invoice.order_status)
    await db
      .updateTable('orders')
      .set({ status: orderStatus, updated_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', invoice.order_id)
      .execute()

  const publishChange = (kind: string, data: object) =>
    publish(db, actor, { companyId, topic: 'billing', kind, subjectId: invoiceId, data })
  if (isPaid && !wasPaid) {
    await recordAudit(db, by, {
      companyId,
      action: 'invoice.paid',
      subjectType: 'invoice',
      subjectId: invoiceId,
      before: { status: invoice.status, paidCents: invoice.paid_cents },
      after: { number, status: 'paid', paidCents: now.paidCents, totalCents: invoice.total_cents },
    })
    await publishChange('paid', { orderId: invoice.order_id, paidCents: now.paidCents })
  } else if (now.paidCents !== invoice.paid_cents) await publishChange('part_paid', { paidCents: now.paidCents })
  if (!void_ && (now.paidCents !== invoice.paid_cents || now.refundedCents !== invoice.refunded_cents))
    await revokeRefundedHours(db, by, invoice, invoiceId, { ...now, isPaid })
  if (now.refundedCents !== invoice.refunded_cents)
    await recordAudit(db, by, {
      companyId,
      action: 'invoice.refunded',
      subjectType: 'invoice',
      subjectId: invoiceId,
      before: { status: invoice.status, refundedCents: invoice.refunded_cents },
      after: {
        number,
        status,
        amountCents: now.refundedCents - invoice.refunded_cents,
        refundedCents: now.refundedCents,
      },
    })
  if (now.refundedCents > invoice.refunded_cents)
    await publishChange('refunded', {
      amountCents: now.refundedCents - invoice.refunded_cents,
      whole: status === 'refunded',
    })

  if (!changed) return { outcome: 'kept', invoice: status, number, problem: now.problem !== null }
  const discrepancy = discrepancyOf(void_, now, invoice.total_cents)
  await closeInvoiceDiscrepancies(db, companyId, invoiceId, discrepancy)
  if (discrepancy) await reportInvoiceDiscrepancy(db, companyId, invoiceId, 'payment_amount', discrepancy)
  return { outcome: 'kept', invoice: status, number, problem: discrepancy !== undefined }
}

/**
 * Returns when the succeeded payments first covered the total, or null. Does not depend on the order in which updates
 * arrived.
 */
function paidInFullAt(
  totalCents: number,
  payments: { status: string; amount_cents: number; due_again: number; paid_at: string | null }[],
): string | null {
  let sum = 0
  const came = payments
    .flatMap((p) =>
      p.status === 'succeeded' && p.amount_cents <= totalCents && p.paid_at ? [{ ...p, at: p.paid_at }] : [],
    )
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  for (const p of came) {
    sum += p.amount_cents - p.due_again
    if (sum >= totalCents) return p.at
  }
  return null
}

function discrepancyOf(
  void_: boolean,
  now: ReturnType<typeof balanceDue>,
  totalCents: number,
): Discrepancy | undefined {
  const sums = { expected: { amount: totalCents }, found: { amount: now.paidCents, refunded: now.refundedCents } }
  if (void_) {
    if (now.paidCents > now.refundedCents || now.problem === 'more')
      return { words: 'was paid, but its invoice is void', ...sums }
    return undefined
  }
  return now.problem ? { words: WORDS[now.problem], ...sums } : undefined
}

/**
 * Revokes the minutes of completed refunds, each once, and only after their payment was received. A refund that was
 * started here states how many. One that was made in Stripe revokes the share of the price that is no longer paid, once
 * the invoice is paid. The share is calculated over all such refunds, so that refunding one of two payments for the same
 * invoice revokes nothing, in whichever order they are reported.
 */
async function revokeRefundedHours(
  db: Db,
  by: By,
  invoice: { company_id: string; order_id: string; total_cents: number },
  invoiceId: string,
  { paidCents, refundedCents, isPaid }: { paidCents: number; refundedCents: number; isPaid: boolean },
) {
  const { company_id: companyId, order_id: orderId, total_cents: total } = invoice
  const all = await db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (j) => j.onRef('p.company_id', '=', 'r.company_id').onRef('p.id', '=', 'r.payment_id'))
    .select(['r.id', 'r.amount_cents', 'r.wanted_minutes', 'r.minutes', 'r.reason', 'r.settled_at', 'r.status'])
    .where('r.company_id', '=', companyId)
    .where('p.invoice_id', '=', invoiceId)
    .where('p.status', '=', 'succeeded')
    .where('r.status', 'in', ['succeeded', 'failed'])
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute()
  const keep = (id: string, minutes: number) =>
    db
      .updateTable('refunds')
      .set({ minutes, settled_at: sql<string>`coalesce(settled_at, now())`, updated_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  const why = (reason: string) => `Refund: ${reason}`.slice(0, 500)
  const refunds = all.filter((r) => r.status === 'succeeded')
  // The bank returned the refund, so its minutes are restored.
  for (const r of all)
    if (r.status === 'failed' && r.minutes > 0) {
      await restoreHours(db, by, companyId, orderId, await listOrderBlocks(db, companyId, orderId), r.minutes)
      await keep(r.id, 0)
    }
  for (const r of refunds)
    if (r.wanted_minutes !== null && r.settled_at === null) {
      const blocks = await listOrderBlocks(db, companyId, orderId)
      await keep(r.id, await revokeUnusedHours(db, by, companyId, blocks, r.wanted_minutes, why(r.reason)))
    }
  const elsewhere = isPaid ? refunds.filter((r) => r.wanted_minutes === null) : []
  const last = elsewhere.at(-1)
  if (!last) return
  const given = elsewhere.reduce((n, r) => n + r.amount_cents, 0)
  const missing = Math.min(given, Math.max(0, total - (paidCents - refundedCents)))
  const blocks = await listOrderBlocks(db, companyId, orderId)
  const sold = soldOf(blocks)
  const due = shareOfMinutes(missing, total, sold.minutes, sold.minutes)
  const taken = elsewhere.reduce((n, r) => n + r.minutes, 0)
  if (due > taken) {
    await keep(
      last.id,
      last.minutes + (await revokeUnusedHours(db, by, companyId, blocks, due - taken, why(last.reason))),
    )
  } else if (due < taken) {
    await restoreHours(db, by, companyId, orderId, blocks, taken - due)
    let left = taken - due
    for (const r of elsewhere) {
      const part = Math.min(left, r.minutes)
      if (part > 0) await keep(r.id, r.minutes - part)
      left -= part
    }
  }
  for (const r of elsewhere) if (r.settled_at === null && r.id !== last.id) await keep(r.id, r.minutes)
  if (last.settled_at === null && due <= taken) await keep(last.id, last.minutes)
}
