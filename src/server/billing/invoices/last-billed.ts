import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** Returns the last billed month of an agreement with its invoice, ignoring voided invoices; null without any. */
export async function lastBilled(
  db: Db,
  companyId: string,
  agreementId: string,
): Promise<{
  from: string
  to: string
  cents: number
  invoice: { id: string; number: string | null; status: string }
} | null> {
  const row = await db
    .selectFrom('order_lines as l')
    .innerJoin('invoices as i', (j) =>
      j.onRef('i.company_id', '=', 'l.company_id').onRef('i.order_id', '=', 'l.order_id'),
    )
    .select([sql<string>`l.period_from::text`.as('from'), sql<string>`l.period_to::text`.as('to')])
    .select(['l.amount_cents as cents', 'i.id', 'i.number', 'i.status'])
    .where('l.company_id', '=', companyId)
    .where('l.agreement_id', '=', agreementId)
    .where('l.kind', '=', 'month')
    .where('l.period_from', 'is not', null)
    .where('i.status', '<>', 'void')
    .orderBy('l.period_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { from, to, cents, id, number, status } = row
  return { from, to, cents, invoice: { id, number, status } }
}
