import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { By } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import type { Platform } from '../../platform/platform.ts'
import { isOpen, statusAfterReply, type TicketStatus } from '../policy.ts'
import { changeStatus } from '../queue/change-status.ts'
import { lockTicket, writeMessage } from '../write.ts'

/** A message that another module posts to a ticket: for both sides, or as a note for staff only. */
export type Post = { companyId: string; ticketId: string; kind: 'reply' | 'note'; body: string }

/**
 * Posts a message to a ticket in the caller's transaction and in the actor's name (for a job, in the product's name).
 * If the ticket was merged, the message goes to the ticket it was merged into. A partner's message reopens a resolved
 * or closed ticket. Returns false when the ticket does not exist anymore.
 */
export async function postToTicket(platform: Platform, db: Db, by: By, post: Post): Promise<boolean> {
  const { actor } = by
  const at = await db
    .selectFrom('tickets')
    .select(['id', 'merged_into'])
    .where('company_id', '=', post.companyId)
    .where('id', '=', post.ticketId)
    .executeTakeFirst()
  if (!at) return false
  const ticket = await lockTicket(db, actor, at.merged_into ?? at.id)
  const now = ticket.status as TicketStatus
  const note = post.kind === 'note'
  const message = await writeMessage(db, actor, ticket, { kind: post.kind, body: post.body })
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
    kind: post.kind,
    subjectId: ticket.id,
    staffOnly: note,
    data: { messageId: message.id, ...(next === now ? {} : { from: now, to: next }) },
  })
  return true
}
