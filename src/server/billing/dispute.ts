// A buyer's bank that asks for the money back. Nothing here is undone by it: administrators are told what to do, and when it is over.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/db.ts'
import { reportPayment } from './payment-finding.ts'

/** What Stripe says of a dispute; `due_by` in seconds (https://docs.stripe.com/api/disputes/object). */
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
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function todo({ status, evidence_details: evidence }: z.infer<typeof Dispute>): string {
  if (status === 'lost')
    return 'It was lost: the money went back to the buyer. Decide whether what was bought stays, and take it back on the company’s page if not.'
  if (status === 'under_review' || status === 'warning_under_review')
    return 'It was answered. The bank decides; there is nothing to do until then.'
  const by = evidence?.due_by
  return `Answer it at Stripe${by ? ` before ${day.format(by * 1000)}` : ''}, or it is lost.`
}

/**
 * Keeps one finding of a dispute up to date and closes it when it was won. False where nothing followed from the news: what
 * Stripe told before it was over may arrive after it.
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
  // Closed by hand: only its end is news.
  if (!OVER.includes(status) && known.some((f) => f.resolved_at !== null)) return false
  const found = {
    dispute: dispute.id,
    payment: dispute.payment_intent,
    amount: dispute.amount,
    reason: dispute.reason ?? null,
    status,
  }
  if (!WON.includes(status)) {
    await reportPayment(db, { companyId, kind, subjectId: invoiceId, title, found: { ...found, todo: todo(dispute) } })
    return true
  }
  const closed = await db
    .updateTable('findings')
    .set({
      found: JSON.stringify(found),
      last_seen_at: sql<string>`now()`,
      resolved_at: sql<string>`now()`,
      resolution: 'The dispute was won: the money stays.',
    })
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('title', '=', title)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}
