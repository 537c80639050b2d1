import { sql } from 'kysely'
import { lockHours } from '../hours/index.ts'
import type { Db } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { type Booker, publishTimeChange } from './book-time.ts'
import { redrawEntry } from './draw.ts'
import { columnOf, isRepair, type Subject } from './terms.ts'

/**
 * Moves the time booked on one ticket, and timers on it, to another ticket of the same company, in the caller's
 * transaction. With `messageIds`, moves only the time booked with these messages, and no timers. The database refuses a
 * ticket of another company. What was moved counts toward the agreement of the other ticket from then on, and draws
 * again. Throws HOURS_EXHAUSTED when there are not enough hours for that.
 */
export async function moveTime(
  db: Db,
  by: Booker,
  companyId: string,
  from: string,
  to: string,
  messageIds?: string[],
): Promise<void> {
  await lockHours(db, companyId)
  const moved = await db
    .updateTable('time_entries')
    .set({ ticket_id: to, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', from)
    .$if(messageIds !== undefined, (q) => q.where('message_id', 'in', messageIds as string[]))
    .returning(['id', 'removed'])
    .execute()
  // Time that is moved to the repair of an automation is not charged from then on.
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
    // Start with the entries that stay: when a ticket is rounded as a whole, they may draw less.
    if (messageIds) await redrawEntry(db, by, { companyId, ticketId: from }, [], 'own')
    await redrawEntry(db, by, { companyId, ticketId: to }, counting, 'ticket')
  }
  if (!messageIds)
    await db
      .updateTable('timers')
      .set({ ticket_id: to })
      .where('company_id', '=', companyId)
      .where('ticket_id', '=', from)
      .execute()
  for (const { id } of moved)
    await recordAudit(db, by, {
      companyId,
      action: 'time.move',
      subjectType: 'time_entry',
      subjectId: id,
      before: { ticketId: from },
      after: { ticketId: to },
    })
  if (moved[0]) await publishTimeChange(db, by.actor, companyId, { ticketId: to }, moved[0].id)
}

/**
 * Draws all time of a ticket or task again, after its agreement or that of its project has changed. The time counts
 * toward the new agreement. Throws the same errors as `moveTime`.
 */
export async function recalculateCharges(db: Db, by: Booker, companyId: string, on: Subject): Promise<void> {
  await lockHours(db, companyId)
  const [column, id] = columnOf(on)
  const entries = await db
    .selectFrom('time_entries')
    .select('id')
    .where('company_id', '=', companyId)
    .where(column, '=', id)
    .where('removed', '=', false)
    .execute()
  if (entries.length === 0) return
  await redrawEntry(
    db,
    by,
    { companyId, ...on },
    entries.map((e) => e.id),
    'ticket',
  )
}
