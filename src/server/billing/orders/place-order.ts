import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { lineCents } from '../../../contract/plain/line-amount.ts'
import { CARD_MIN_CENTS } from '../../../contract/plain/rates.ts'
import type { Db } from '../../platform/database/db.ts'
import type { By } from '../../platform/events/audit.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { issueInvoice } from '../invoices/issue.ts'
import { requireWayToPay } from '../payments/remittance.ts'
import { settleInvoice } from '../payments/settle-invoice.ts'

/** A line of an order, with its quantity and unit price. */
export type NewLine = {
  kind: 'hours' | 'agreement' | 'month' | 'overage' | 'product' | 'other'
  description: string
  quantity: number
  unitCents: number
  packId?: string | undefined
  /** The hours that the line sells. Pending ones become usable when the order is paid. */
  blockId?: string | undefined
  agreementId?: string | undefined
  /** The product that is bought. Jobs notify its module when the order is paid or undone (`product-orders.ts`). */
  productId?: string | undefined
  /** First and last day of a billed month or part of a month. */
  periodFrom?: string | undefined
  periodTo?: string | undefined
  /** Numbers several lines of the same month. */
  part?: number | undefined
}
/** A new order: what is bought, how it is paid, and when it is due. */
export type NewOrder = {
  companyId: string
  source: 'purchase' | 'top_up' | 'agreement' | 'recurring' | 'overage' | 'manual'
  method: 'card' | 'invoice'
  agreementId?: string | undefined
  lines: NewLine[]
  /** The voided order that this one replaces. */
  replaces?: string | undefined
  /** Days until it is due. */
  paymentDays: number
  /** False: the invoice stays a draft without a number until the card is charged. */
  issue: boolean
  /** Further writes, run after the order is written and before the invoice number is locked. */
  also?: ((orderId: string) => Promise<void>) | undefined
}
export type PlacedOrder = { orderId: string; invoiceId: string; number: string | null }

/**
 * Writes an order and its invoice in the caller's transaction. Returns their ids and the invoice number, which is null
 * for a draft. The caller looks up the prices. Call it last: an assigned invoice number stays locked until the
 * transaction ends, and others wait for theirs. An issued card order is charged to the company's stored card
 * automatically; one below the card minimum becomes an order by invoice. Throws NO_REMITTANCE when it would be issued
 * by invoice and no bank details are set.
 */
export async function placeOrder(db: Db, by: By, o: NewOrder): Promise<PlacedOrder> {
  const { actor } = by
  const orderId = uuid()
  const invoiceId = uuid()
  const total = o.lines.reduce((sum, line) => sum + lineCents(line.quantity, line.unitCents), 0)
  if (o.lines.length === 0 || !Number.isSafeInteger(total) || total < 0)
    throw new Error('An order needs at least one line, and its total can’t be below zero.')
  const method = o.issue && total < CARD_MIN_CENTS ? 'invoice' : o.method
  // A charge to the stored card needs no bank details.
  if (o.issue && total > 0 && method === 'invoice') await requireWayToPay(db)
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
        amount_cents: lineCents(line.quantity, line.unitCents),
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
  await recordAudit(db, by, {
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
  // An order for $0 is paid when it is issued. A partner's database role may not settle it, so `sendInvoiceReminders`,
  // which runs hourly, does it.
  if (total === 0 && actor.kind === 'staff') await settleInvoice(db, by, o.companyId, invoiceId)
  return { orderId, invoiceId, number: issued }
}
