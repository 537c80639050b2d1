import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { type By, recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import type { Platform } from '../platform/platform.ts'
import { lockTicketRow } from './queries.ts'
import { changeStatus } from './queue/change-status.ts'
import { writeMessage } from './write.ts'

/**
 * Posts to a ticket that the problem it was opened for is over, in the caller's transaction and in the product's name.
 * A ticket that nobody has worked on is also resolved; any other stays as it is, and a closed or merged one is left
 * alone. `words` returns the message for either case.
 */
export async function reportRecovery(
  platform: Platform,
  db: Db,
  by: By,
  { companyId, ticketId }: { companyId: string; ticketId: string },
  words: (resolved: boolean) => string,
): Promise<void> {
  const ticket = await lockTicketRow(db, ticketId)
  if (!ticket || ticket.status === 'closed' || ticket.merged_into) return
  const { touched } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from messages m where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and m.author_kind <> 'system')
        or exists (select from shared_time_entries e where e.company_id = ${companyId} and e.ticket_id = ${ticketId})`.as(
        'touched',
      ),
    )
    .executeTakeFirstOrThrow()
  const resolve = ticket.status === 'new' && ticket.assignee_id === null && !touched
  const message = await writeMessage(db, by.actor, ticket, { kind: 'reply', body: words(resolve) })
  await db
    .updateTable('tickets')
    .set({ updated_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', ticketId)
    .execute()
  await recordAudit(db, by, {
    companyId,
    action: 'ticket.reply',
    subjectType: 'ticket',
    subjectId: ticketId,
    after: { messageId: message.id },
  })
  if (resolve) await changeStatus(db, platform, by, ticket, 'resolved')
  // Notifies open pages of the ticket. The module that opened the ticket notifies people.
  await publish(db, by.actor, { companyId, topic: 'ticket', kind: 'recovered', subjectId: ticketId })
}
