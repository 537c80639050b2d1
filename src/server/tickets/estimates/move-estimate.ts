import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import type { TicketStatus } from '../policy.ts'
import type { Locked } from '../queries.ts'
import { changeStatus } from '../queue/change-status.ts'
import { writeMessage } from '../write.ts'
import { estimateLine, type Step } from './estimates.ts'

type Action = 'proposed' | 'approved' | 'declined' | 'withdrawn' | 'expired'

/**
 * Records a change of an estimate in the caller's transaction: the event in the conversation, the ticket's status
 * (waiting on the partner while the estimate is open, in progress afterwards), the audit log entry and the domain
 * event.
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
  await writeMessage(db, by.actor, ticket, estimateLine(estimate.minutes, action, more.comment))
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
  await recordAudit(db, by, {
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
