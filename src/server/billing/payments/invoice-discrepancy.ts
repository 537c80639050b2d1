// Discrepancies in the payments of an order, saved for administrators. They are reported, never fixed automatically.
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { type DiscrepancyReport, reportDiscrepancy } from './payment-discrepancy.ts'

/**
 * A discrepancy: `words` continue "Order 1001" in its title, then what was expected and what was found. `found` can say
 * what to do (`todo`).
 */
export type Discrepancy = { words: string; expected: object; found: object }

const titleOf = async (db: Db, companyId: string, invoiceId: string, words: string) => {
  const { number } = await db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', (j) => j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'))
    .select('o.number')
    .where('i.company_id', '=', companyId)
    .where('i.id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return `Order ${number} ${words}`
}

/** Saves a discrepancy of an invoice once, under its order number, and notifies administrators the first time. */
export async function reportInvoiceDiscrepancy(
  db: Db,
  companyId: string,
  invoiceId: string,
  kind: DiscrepancyReport['kind'],
  { words, expected, found }: Discrepancy,
): Promise<void> {
  const title = await titleOf(db, companyId, invoiceId, words)
  await reportDiscrepancy(db, { companyId, kind, subjectId: invoiceId, title, expected, found })
}

/** Closes the discrepancies in an invoice's amounts except `still`, which was found again. */
export async function closeInvoiceDiscrepancies(
  db: Db,
  companyId: string,
  invoiceId: string,
  still: Discrepancy | undefined,
): Promise<void> {
  const keep = still ? await titleOf(db, companyId, invoiceId, still.words) : ''
  await db
    .updateTable('findings')
    .set({ resolved_at: sql<string>`now()`, resolution: 'Payments and refunds match again.' })
    .where('company_id', '=', companyId)
    .where('kind', '=', 'payment_amount')
    .where('subject_id', '=', invoiceId)
    .where('resolved_at', 'is', null)
    .where('title', '<>', keep)
    .execute()
}
