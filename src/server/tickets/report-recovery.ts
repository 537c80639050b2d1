import { sql } from 'kysely'
import { type By, record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { changeStatus } from './change-status.ts'
import { lock } from './queries.ts'
import { write } from './write.ts'

/**
 * Tells a ticket that what it was opened for is over, in the caller's transaction and in the product's own name. One that
 * nobody has touched is resolved with it; any other stays as it is, and a closed or merged one is left alone. `words` gives
 * the message for either.
 */
export async function reportRecovery(
  platform: Platform,
  db: Db,
  by: By,
  { companyId, ticketId }: { companyId: string; ticketId: string },
  words: (resolved: boolean) => string,
): Promise<void> {
  const ticket = await lock(db, ticketId)
  if (!ticket || ticket.status === 'closed' || ticket.merged_into) return
  const { touched } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from messages m where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and m.author_kind <> 'system')
        or exists (select from time_entries e where e.company_id = ${companyId} and e.ticket_id = ${ticketId})`.as(
        'touched',
      ),
    )
    .executeTakeFirstOrThrow()
  const resolve = ticket.status === 'new' && ticket.assignee_id === null && !touched
  const message = await write(db, by.actor, ticket, { kind: 'reply', body: words(resolve) })
  await db
    .updateTable('tickets')
    .set({ updated_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', ticketId)
    .execute()
  await record(db, by, {
    companyId,
    action: 'ticket.reply',
    subjectType: 'ticket',
    subjectId: ticketId,
    after: { messageId: message.id },
  })
  if (resolve) await changeStatus(db, platform, by, ticket, 'resolved')
  // Open pages of the ticket hear of it; who is told how it ended is for the room that opened it.
  await publish(db, by.actor, { companyId, topic: 'ticket', kind: 'recovered', subjectId: ticketId })
}
