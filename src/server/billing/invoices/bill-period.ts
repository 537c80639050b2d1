import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { By } from '../../platform/events/audit.ts'
import { type PlacedOrder, placeOrder } from '../orders/place-order.ts'
import { hasCard } from '../payments/stored-card.ts'

/** A full or partial month of an agreement, with its price. */
export type Period = {
  companyId: string
  agreementId: string
  /** The text of the invoice line. */
  description: string
  unitCents: number
  /** First and last day, both inclusive. */
  periodFrom: string
  periodTo: string
  paymentDays: number
  /**
   * The hours of the month, usable immediately. What is unused is revoked when the invoice is voided or refunded.
   */
  blockId?: string | undefined
}

/**
 * Orders and invoices a month of an agreement, in the caller's transaction; call it last there. Charged automatically
 * to the stored card if an owner allowed that, otherwise by invoice. Returns null when this month was billed before;
 * the database ensures that no month is billed twice.
 */
export async function billPeriod(db: Db, by: By, p: Period): Promise<PlacedOrder | null> {
  const before = await db
    .selectFrom('order_lines')
    .select('id')
    .where('company_id', '=', p.companyId)
    .where('agreement_id', '=', p.agreementId)
    .where('kind', '=', 'month')
    .where(sql<boolean>`period_from = ${p.periodFrom}::date`)
    .executeTakeFirst()
  if (before) return null
  return placeOrder(db, by, {
    companyId: p.companyId,
    source: 'recurring',
    method: (await hasCard(db, p.companyId)) ? 'card' : 'invoice',
    agreementId: p.agreementId,
    paymentDays: p.paymentDays,
    issue: true,
    lines: [
      {
        kind: 'month',
        description: p.description,
        quantity: 1,
        unitCents: p.unitCents,
        agreementId: p.agreementId,
        periodFrom: p.periodFrom,
        periodTo: p.periodTo,
        ...(p.blockId ? { blockId: p.blockId } : {}),
      },
    ],
  })
}
