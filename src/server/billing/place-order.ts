import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { CARD_MIN_CENTS } from '../../contract/rates.ts'
import type { By } from '../platform/audit.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { issueInvoice } from './issue.ts'
import { settleInvoice } from './settle.ts'

/** A line of an order: what it is, how often, at which price each. */
export type NewLine = {
  kind: 'hours' | 'agreement' | 'month' | 'overage' | 'product' | 'other'
  description: string
  quantity: number
  unitCents: number
  packId?: string | undefined
  /** Hours that become usable once it is paid. */
  blockId?: string | undefined
  agreementId?: string | undefined
  /** The automation that is bought; whoever sells it hears of the order's money (`ORDER_SETTLED`, `ORDER_UNDONE`). */
  productId?: string | undefined
  /** A month, or the part of one that is billed: first and last day. */
  periodFrom?: string | undefined
  periodTo?: string | undefined
  /** Which of several lines of one month. */
  part?: number | undefined
}
/** What is bought, by whom it is to be paid how, and until when. */
export type NewOrder = {
  companyId: string
  source: 'purchase' | 'top_up' | 'agreement' | 'recurring' | 'overage' | 'manual'
  method: 'card' | 'invoice'
  agreementId?: string | undefined
  lines: NewLine[]
  /** The voided order in whose place this one stands. */
  replaces?: string | undefined
  /** Days until it is due. */
  paymentDays: number
  /** False: the invoice stays a draft without a number until the card is charged. */
  issue: boolean
  /** What is to be written once the order is there, and before its number is held. */
  also?: ((orderId: string) => Promise<void>) | undefined
}
export type Placed = { orderId: string; invoiceId: string; number: string | null }

/**
 * Writes an order and its invoice, in the caller's transaction: prices are the caller's, who took them from where they
 * stand. Call it last: a number that is given is held until the transaction ends, and others wait for theirs. An issued
 * order by card is charged by itself, on the company's stored card; one below what a card can be charged is by invoice.
 */
export async function placeOrder(db: Db, by: By, o: NewOrder): Promise<Placed> {
  const { actor } = by
  const orderId = uuid()
  const invoiceId = uuid()
  const total = o.lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
  if (o.lines.length === 0 || !Number.isSafeInteger(total) || total < 0)
    throw new Error('An order has lines, and a total that is not below zero.')
  const method = o.issue && total < CARD_MIN_CENTS ? 'invoice' : o.method
  const { number } = await db
    .insertInto('orders')
    .values({
      company_id: o.companyId,
      id: orderId,
      source: o.source,
      method,
      total_cents: total,
      agreement_id: o.agreementId ?? null,
      replaces: o.replaces ?? null,
      placed_by: actor.role === 'system' ? null : actor.userId,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('order_lines')
    .values(
      o.lines.map((line, position) => ({
        company_id: o.companyId,
        id: uuid(),
        order_id: orderId,
        position,
        kind: line.kind,
        description: line.description.slice(0, 500),
        quantity: line.quantity,
        unit_cents: line.unitCents,
        amount_cents: line.quantity * line.unitCents,
        pack_id: line.packId ?? null,
        block_id: line.blockId ?? null,
        agreement_id: line.agreementId ?? null,
        product_id: line.productId ?? null,
        period_from: line.periodFrom ?? null,
        period_to: line.periodTo ?? null,
        part: line.part ?? 0,
      })),
    )
    .execute()
  await db
    .insertInto('invoices')
    .values({
      company_id: o.companyId,
      id: invoiceId,
      order_id: orderId,
      total_cents: total,
      next_charge_at: o.issue && method === 'card' ? sql<string>`now()` : null,
    })
    .execute()
  await record(db, by, {
    companyId: o.companyId,
    action: 'order.place',
    subjectType: 'order',
    subjectId: orderId,
    after: {
      number,
      source: o.source,
      method,
      totalCents: total,
      invoiceId,
      lines: o.lines.map(({ description, quantity, unitCents }) => ({ description, quantity, unitCents })),
    },
  })
  await publish(db, actor, {
    companyId: o.companyId,
    topic: 'billing',
    kind: 'ordered',
    subjectId: orderId,
    data: { invoiceId },
  })
  await o.also?.(orderId)
  if (!o.issue) return { orderId, invoiceId, number: null }
  if (total > 0)
    await publish(db, actor, {
      companyId: o.companyId,
      topic: 'billing',
      kind: 'issued',
      subjectId: invoiceId,
      data: { orderId },
    })
  const issued = await issueInvoice(db, o.companyId, invoiceId, o.paymentDays)
  // What costs nothing is paid by that; a partner's login may not say so, and the daily look does it then.
  if (total === 0 && actor.kind === 'staff') await settleInvoice(db, by, o.companyId, invoiceId)
  return { orderId, invoiceId, number: issued }
}
