import { sql } from 'kysely'
import { holdHours } from '../hours/index.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { type Booker, tell } from './book-time.ts'
import { drawAgain } from './draw.ts'
import { columnOf, isRepair, type Subject } from './terms.ts'

/**
 * Moves what is booked on one ticket to another of the same company, and timers that run on it, in the caller's
 * transaction; only what was booked with some messages, where these are named. The database refuses a ticket of another
 * company. What moved counts for the agreement of the other ticket from then on, and draws anew; HOURS_EXHAUSTED where the
 * hours do not reach for that.
 */
export async function moveTime(
  db: Db,
  by: Booker,
  companyId: string,
  from: string,
  to: string,
  messageIds?: string[],
): Promise<void> {
  await holdHours(db, companyId)
  const moved = await db
    .updateTable('time_entries')
    .set({ ticket_id: to, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', from)
    .$if(messageIds !== undefined, (q) => q.where('message_id', 'in', messageIds as string[]))
    .returning(['id', 'removed'])
    .execute()
  // What comes to the repair of an automation is not charged from then on.
  await db
    .updateTable('time_entries')
    .set({ billable: false, reason: 'repair' })
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', to)
    .where('billable', '=', true)
    .where(isRepair(sql.ref('time_entries.ticket_id')))
    .execute()
  const counting = moved.filter((e) => !e.removed).map((e) => e.id)
  if (counting.length > 0) {
    // What stays first: where a ticket is rounded as a whole its rest may get less.
    if (messageIds) await drawAgain(db, by, { companyId, ticketId: from }, [], 'own')
    await drawAgain(db, by, { companyId, ticketId: to }, counting, 'ticket')
  }
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
  if (moved[0]) await tell(db, by.actor, companyId, { ticketId: to }, moved[0].id)
}

/** The agreement of a ticket, or of a task's project, has changed: what is booked counts for the new one, and draws anew. Refuses like `moveTime`. */
export async function countAnew(db: Db, by: Booker, companyId: string, on: Subject): Promise<void> {
  await holdHours(db, companyId)
  const [column, id] = columnOf(on)
  const entries = await db
    .selectFrom('time_entries')
    .select('id')
    .where('company_id', '=', companyId)
    .where(column, '=', id)
    .where('removed', '=', false)
    .execute()
  if (entries.length === 0) return
  await drawAgain(
    db,
    by,
    { companyId, ...on },
    entries.map((e) => e.id),
    'ticket',
  )
}
