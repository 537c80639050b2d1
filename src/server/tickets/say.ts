import { sql } from 'kysely'
import type { By } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { changeStatus } from './change-status.ts'
import { isOpen, statusAfterReply, type TicketStatus } from './policy.ts'
import { take, write } from './write.ts'

/** What another room says in a ticket: for both sides, or as a note for staff only. */
export type Said = { companyId: string; ticketId: string; kind: 'reply' | 'note'; body: string }

/**
 * Says something in a ticket, in the caller's transaction and in the actor's name (a job: the product's own). In the ticket
 * that it was merged into, if it was. What a partner says in one that is over opens it again. False: it is not there any more.
 */
export async function sayInTicket(platform: Platform, db: Db, by: By, said: Said): Promise<boolean> {
  const { actor } = by
  const at = await db
    .selectFrom('tickets')
    .select(['id', 'merged_into'])
    .where('company_id', '=', said.companyId)
    .where('id', '=', said.ticketId)
    .executeTakeFirst()
  if (!at) return false
  const ticket = await take(db, actor, at.merged_into ?? at.id)
  const now = ticket.status as TicketStatus
  const note = said.kind === 'note'
  const message = await write(db, actor, ticket, { kind: said.kind, body: said.body })
  if (!note)
    await db
      .updateTable('tickets')
      .set({ updated_at: sql<string>`now()` })
      .where('company_id', '=', ticket.company_id)
      .where('id', '=', ticket.id)
      .execute()
  const next = note || actor.kind === 'staff' ? now : isOpen(now) ? statusAfterReply(actor, now) : 'in_progress'
  if (next !== now) await changeStatus(db, platform, by, ticket, next)
  await publish(db, actor, {
    companyId: ticket.company_id,
    topic: 'ticket',
    kind: said.kind,
    subjectId: ticket.id,
    staffOnly: note,
    data: { messageId: message.id, ...(next === now ? {} : { from: now, to: next }) },
  })
  return true
}
