import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

/**
 * Returns the minutes booked on each of these tickets, and how many of them are billable. Tickets without time are
 * omitted.
 */
export async function sumTicketMinutes(
  db: Db,
  ticketIds: readonly string[],
): Promise<Map<string, { minutes: number; billable: number }>> {
  if (ticketIds.length === 0) return new Map()
  const found = await db
    .selectFrom('time_entries')
    .select([
      'ticket_id',
      sql<number>`sum(minutes)::int`.as('minutes'),
      sql<number>`coalesce(sum(minutes) filter (where billable), 0)::int`.as('billable'),
    ])
    .where(sql<boolean>`ticket_id = any(${ticketIds})`)
    .where('removed', '=', false)
    .groupBy('ticket_id')
    .execute()
  return new Map(found.map((r) => [r.ticket_id as string, { minutes: r.minutes, billable: r.billable }]))
}
