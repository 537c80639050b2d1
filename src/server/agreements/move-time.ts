import { sql } from 'kysely'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { type Booker, tell } from './book-time.ts'

/**
 * Moves what is booked on one ticket to another of the same company, and timers that run on it, in the caller's
 * transaction; only what was booked with some messages, where these are named. The database refuses a ticket of another
 * company.
 */
export async function moveTime(
  db: Db,
  by: Booker,
  companyId: string,
  from: string,
  to: string,
  messageIds?: string[],
): Promise<void> {
  const moved = await db
    .updateTable('time_entries')
    .set({ ticket_id: to, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', from)
    .$if(messageIds !== undefined, (q) => q.where('message_id', 'in', messageIds as string[]))
    .returning('id')
    .execute()
  if (!messageIds)
    await db
      .updateTable('timers')
      .set({ ticket_id: to })
      .where('company_id', '=', companyId)
      .where('ticket_id', '=', from)
      .execute()
  for (const { id } of moved)
    await record(db, by, {
      companyId,
      action: 'time.move',
      subjectType: 'time_entry',
      subjectId: id,
      before: { ticketId: from },
      after: { ticketId: to },
    })
  if (moved[0]) await tell(db, by.actor, companyId, to, moved[0].id)
}
