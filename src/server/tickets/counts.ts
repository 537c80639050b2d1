import { sql } from 'kysely'
import { STATUSES } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import type { TicketStatus } from './policy.ts'

type Counts = { byStatus: Record<TicketStatus, number>; unassigned: number; mine: number }

/** How many tickets are in each status, and how many open ones are nobody's or the actor's. */
export function counts({ platform, actor }: Actored, { company }: { company?: string }): Promise<Counts> {
  return platform.db.asActor(actor, async (db) => {
    let byStatus = db
      .selectFrom('ticket_counts')
      .select(['status', sql<number>`sum(count)::bigint`.as('count')])
      .groupBy('status')
    let open = db
      .selectFrom('tickets')
      .select([
        sql<number>`count(*) filter (where assignee_id is null)`.as('unassigned'),
        sql<number>`count(*) filter (where assignee_id = ${actor.userId})`.as('mine'),
      ])
      .where('status', 'not in', sql<string>`('resolved', 'closed')`)
    if (company) {
      byStatus = byStatus.where('company_id', '=', company)
      open = open.where('company_id', '=', company)
    }
    const [rows, row] = await Promise.all([byStatus.execute(), open.executeTakeFirstOrThrow()])
    const none = Object.fromEntries(STATUSES.map((s) => [s, 0])) as Record<TicketStatus, number>
    return { byStatus: { ...none, ...Object.fromEntries(rows.map((r) => [r.status, r.count])) }, ...row }
  })
}
