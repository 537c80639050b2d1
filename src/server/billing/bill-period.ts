import { sql } from 'kysely'
import type { By } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { type Placed, placeOrder } from './place-order.ts'
import { hasCard } from './stored-card.ts'

/** A month of an agreement, or the part of one, with its price. */
export type Period = {
  companyId: string
  agreementId: string
  /** As it stands on the invoice. */
  description: string
  unitCents: number
  /** First and last day; both belong to it. */
  periodFrom: string
  periodTo: string
  paymentDays: number
  /** The hours of the month. They are usable at once; what nobody used goes when the invoice is voided or refunded. */
  blockId?: string | undefined
}

/**
 * Orders and invoices a month of an agreement, in the caller's transaction (last in it). On the stored card if an owner
 * allowed that; it is charged by itself then. Null when this month was billed before: the database keeps it from being
 * billed twice, whatever runs how often.
 */
export async function billPeriod(db: Db, by: By, p: Period): Promise<Placed | null> {
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
