import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { type By, recordAudit } from '../../platform/events/audit.ts'
import type { Platform } from '../../platform/platform.ts'
import { endOpen } from '../estimates/estimates.ts'
import { CLOSE_AFTER_DAYS, CLOSE_QUIET, closesUnanswered, type QuietData, type TicketStatus } from '../policy.ts'
import type { Locked } from '../queries.ts'
import { slaOnStatus } from '../sla/sla.ts'
import { writeMessage } from '../write.ts'

/**
 * Moves a locked ticket to another status: the row, the event in the conversation and the audit log entry. Resolving or
 * closing withdraws an open estimate. Resolving sends the job that closes the ticket later unless it changes. The
 * caller has checked that the actor may do this.
 */
export async function changeStatus(
  db: Db,
  platform: Platform,
  by: By,
  ticket: Locked,
  to: TicketStatus,
): Promise<void> {
  const now = sql<string>`now()`
  await db
    .updateTable('tickets')
    .set({
      ...(await slaOnStatus(platform, ticket, to)),
      status: to,
      resolved_at: to === 'resolved' ? now : to === 'closed' ? sql<string>`coalesce(resolved_at, now())` : null,
      closed_at: to === 'closed' ? now : null,
      closed_unanswered: closesUnanswered(by.actor, ticket, to),
      updated_at: now,
      version: ticket.version + 1,
    })
    .where('id', '=', ticket.id)
    .where('company_id', '=', ticket.company_id)
    .execute()
  await writeMessage(db, by.actor, ticket, { kind: 'event', change: { type: 'status', from: ticket.status, to } })
  await recordAudit(db, by, {
    companyId: ticket.company_id,
    action: 'ticket.status',
    subjectType: 'ticket',
    subjectId: ticket.id,
    before: { status: ticket.status },
    after: { status: to },
  })
  // Finished work needs no approval anymore.
  if (to === 'resolved' || to === 'closed') await endOpen(db, ticket, 'withdrawn')
  if (to === 'resolved') await closeWhenQuiet(db, platform, ticket, ticket.version + 1)
}

/** Sends the job that closes a resolved ticket unless this version of it changes. */
export async function closeWhenQuiet(
  db: Db,
  platform: Platform,
  ticket: { company_id: string; id: string },
  version: number,
): Promise<void> {
  const data: QuietData = { companyId: ticket.company_id, ticketId: ticket.id, version }
  await platform.jobs.send(db, CLOSE_QUIET, data, { after: CLOSE_AFTER_DAYS * 24 * 60 * 60 })
}
