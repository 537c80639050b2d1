// Disputes: a buyer's bank asks for the money back. Nothing is reversed automatically. Administrators are notified of
// one discrepancy per dispute. It says what to do and is updated until the dispute is over. They are notified again
// only if it was closed manually and the dispute is then lost.

import { sql } from 'kysely'
import { z } from 'zod'
import { formatLongDay } from '../../../contract/plain/dates.ts'
import { dayIn } from '../../../contract/plain/time-zone.ts'
import type { Db } from '../../platform/database/db.ts'
import { reportDiscrepancy } from '../payments/payment-discrepancy.ts'

/** A dispute object of Stripe; `due_by` is in seconds (https://docs.stripe.com/api/disputes/object). */
export const Dispute = z.object({
  id: z.string(),
  amount: z.number().int(),
  reason: z.string().nullish(),
  status: z.string().nullish(),
  payment_intent: z.string().nullish(),
  evidence_details: z.object({ due_by: z.number().int().nullish() }).nullish(),
})

const WON = ['won', 'warning_closed']
const OVER = [...WON, 'lost']

function todo({ status, evidence_details: evidence }: z.infer<typeof Dispute>): string {
  if (status === 'lost')
    return 'The dispute was lost, and the buyer got the money back. Decide whether the company keeps what it bought. If not, remove it on the company’s page.'
  if (status === 'under_review' || status === 'warning_under_review')
    return 'We responded to the dispute. There is nothing to do until the bank decides.'
  const by = evidence?.due_by
  return `Respond to the dispute in Stripe${by ? ` before ${formatLongDay(dayIn('UTC', by * 1000))}` : ''}, or it will be lost.`
}

/**
 * Updates the discrepancy of a dispute, and closes it when the dispute was won or an inquiry ended without a dispute.
 * Returns false when nothing changed: events from before the end of a dispute may arrive after it.
 */
export async function applyDispute(
  db: Db,
  companyId: string,
  invoiceId: string,
  dispute: z.infer<typeof Dispute>,
): Promise<boolean> {
  const status = dispute.status ?? 'needs_response'
  const kind = 'payment_disputed'
  const title = `A payment is disputed (${dispute.id})`
  const known = await db
    .selectFrom('findings')
    .select([sql<string>`found->>'status'`.as('status'), 'resolved_at'])
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('title', '=', title)
    .execute()
  if (known.some((f) => OVER.includes(f.status))) return false
  // Closed manually: only the end of the dispute is reported again.
  if (!OVER.includes(status) && known.some((f) => f.resolved_at !== null)) return false
  const found = {
    dispute: dispute.id,
    payment: dispute.payment_intent,
    amount: dispute.amount,
    reason: dispute.reason ?? null,
    status,
  }
  if (!WON.includes(status)) {
    await reportDiscrepancy(db, {
      companyId,
      kind,
      subjectId: invoiceId,
      title,
      found: { ...found, todo: todo(dispute) },
    })
    return true
  }
  const closed = await db
    .updateTable('findings')
    .set({
      found: JSON.stringify(found),
      last_seen_at: sql<string>`now()`,
      resolved_at: sql<string>`now()`,
      resolution: 'The dispute was won. We keep the money.',
    })
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('title', '=', title)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}
