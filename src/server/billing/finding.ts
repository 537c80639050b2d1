// What does not fit about the payments of an invoice, kept for administrators: reported, never mended by itself.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actor, Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'

/** What is wrong, in words that follow "Order 1001", what was expected and what was found, there with what is to be done (`todo`). */
export type Discrepancy = { words: string; expected: object; found: object }
export const KIND = 'payment_amount'
/** No later payment makes these right: a sum in another currency is not among them, and money that did not arrive is owed. */
export const OTHER_CURRENCY = 'was paid in another currency'
export const REFUND_FAILED = 'has a refund that did not arrive'

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

/** Keeps a finding once, and tells administrators the first time. */
export async function keepFinding(
  db: Db,
  actor: Actor,
  companyId: string,
  invoiceId: string,
  { words, expected, found }: Discrepancy,
): Promise<void> {
  const title = await titleOf(db, companyId, invoiceId, words)
  const again = await db
    .updateTable('findings')
    .set({ expected: JSON.stringify(expected), found: JSON.stringify(found), last_seen_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('kind', '=', KIND)
    .where('title', '=', title)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (again) return
  const id = uuid()
  await db
    .insertInto('findings')
    .values({
      company_id: companyId,
      id,
      kind: KIND,
      subject_id: invoiceId,
      title,
      expected: JSON.stringify(expected),
      found: JSON.stringify(found),
    })
    .execute()
  await publish(db, actor, {
    companyId,
    topic: 'billing',
    kind: 'finding',
    subjectId: invoiceId,
    staffOnly: true,
    data: { findingId: id, title },
  })
}

/** Closes findings about an invoice that are not so any more. */
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
    .where('kind', '=', KIND)
    .where('subject_id', '=', invoiceId)
    .where('resolved_at', 'is', null)
    .where('title', '<>', keep)
    .where('title', 'not like', `% ${OTHER_CURRENCY}`)
    .where('title', 'not like', `% ${REFUND_FAILED}`)
    .execute()
}
