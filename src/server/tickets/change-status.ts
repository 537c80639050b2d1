import { sql } from 'kysely'
import { type By, record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { endOpen } from './estimates.ts'
import { CLOSE_QUIET, QUIET_DAYS, type QuietData, type TicketStatus } from './policy.ts'
import type { Locked } from './queries.ts'
import { slaOnStatus } from './sla.ts'
import { write } from './write.ts'

/**
 * Moves a locked ticket to another status: the row, the line in the conversation, the audit, and for a resolved one
 * the job that closes it when nothing more is said. The caller has checked that the actor may.
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
      updated_at: now,
      version: ticket.version + 1,
    })
    .where('id', '=', ticket.id)
    .where('company_id', '=', ticket.company_id)
    .execute()
  await write(db, by.actor, ticket, { kind: 'event', change: { type: 'status', from: ticket.status, to } })
  await record(db, by, {
    companyId: ticket.company_id,
    action: 'ticket.status',
    subjectType: 'ticket',
    subjectId: ticket.id,
    before: { status: ticket.status },
    after: { status: to },
  })
  // What is done needs no approval any more.
  if (to === 'resolved' || to === 'closed') await endOpen(db, ticket, 'withdrawn')
  if (to === 'resolved') await closeWhenQuiet(db, platform, ticket, ticket.version + 1)
}

/** Sends the job that closes a resolved ticket unless somebody changes this version of it. */
export async function closeWhenQuiet(
  db: Db,
  platform: Platform,
  ticket: { company_id: string; id: string },
  version: number,
): Promise<void> {
  const data: QuietData = { companyId: ticket.company_id, ticketId: ticket.id, version }
  await platform.jobs.send(db, CLOSE_QUIET, data, { after: QUIET_DAYS * 24 * 60 * 60 })
}
