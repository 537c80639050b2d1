// What does not fit about the payments of an order, kept for administrators: reported, never mended by itself.
import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { type PaymentReport, reportPayment } from './payment-finding.ts'

/** What is wrong, in words that follow "Order 1001", what was expected and what was found, there with what is to be done (`todo`). */
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

/** Keeps a finding about an invoice once, by the number of its order, and tells administrators the first time. */
export async function keepFinding(
  db: Db,
  companyId: string,
  invoiceId: string,
  kind: PaymentReport['kind'],
  { words, expected, found }: Discrepancy,
): Promise<void> {
  const title = await titleOf(db, companyId, invoiceId, words)
  await reportPayment(db, { companyId, kind, subjectId: invoiceId, title, expected, found })
}

/** Closes findings about the amounts of an invoice that are not so any more. */
export async function resolveFindings(
  db: Db,
  companyId: string,
  invoiceId: string,
  still: Discrepancy | undefined,
): Promise<void> {
  const keep = still ? await titleOf(db, companyId, invoiceId, still.words) : ''
  await db
    .updateTable('findings')
    .set({ resolved_at: sql<string>`now()`, resolution: 'Payments and refunds fit again.' })
    .where('company_id', '=', companyId)
    .where('kind', '=', 'payment_amount')
    .where('subject_id', '=', invoiceId)
    .where('resolved_at', 'is', null)
    .where('title', '<>', keep)
    .execute()
}
