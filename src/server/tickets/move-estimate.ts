import { sql } from 'kysely'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { changeStatus } from './change-status.ts'
import { estimateLine, type Step } from './estimates.ts'
import type { TicketStatus } from './policy.ts'
import type { Locked } from './queries.ts'
import { write } from './write.ts'

type Action = 'proposed' | 'approved' | 'declined' | 'withdrawn' | 'expired'

/**
 * What every step of an estimate leaves behind, in the caller's transaction: the line in the conversation, the ticket's
 * status (with the partner while it is open, back in work after that), the audit and the event.
 */
export async function moveEstimate(
  db: Db,
  { platform, ...by }: Step,
  ticket: Locked,
  estimate: { id: string; minutes: number },
  action: Action,
  more: { comment?: string | null; note?: string } = {},
): Promise<void> {
  const now = ticket.status as TicketStatus
  await write(db, by.actor, ticket, estimateLine(estimate.minutes, action, more.comment))
  const next: TicketStatus =
    action === 'proposed' ? 'waiting_on_partner' : now === 'waiting_on_partner' ? 'in_progress' : now
  if (next !== now) await changeStatus(db, platform, by, ticket, next)
  else
    await db
      .updateTable('tickets')
      .set({ updated_at: sql<string>`now()` })
      .where('id', '=', ticket.id)
      .where('company_id', '=', ticket.company_id)
      .execute()
  await record(db, by, {
    companyId: ticket.company_id,
    action: `estimate.${action}`,
    subjectType: 'ticket',
    subjectId: ticket.id,
    after: { estimateId: estimate.id, minutes: estimate.minutes, ...more },
  })
  await publish(db, by.actor, {
    companyId: ticket.company_id,
    topic: 'ticket',
    kind: 'estimate',
    subjectId: ticket.id,
    data: { estimateId: estimate.id, action, ...(next === now ? {} : { from: now, to: next }) },
  })
}
