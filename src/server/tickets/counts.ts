import { sql } from 'kysely'
import { STATUSES } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import type { TicketStatus } from './policy.ts'

type Counts = { byStatus: Record<TicketStatus, number>; unassigned: number; mine: number }

const DONE: readonly string[] = ['resolved', 'closed']

/**
 * How many tickets are in each status, and how many open ones are nobody's or the actor's. Nothing is counted here that
 * grows with the tickets: the numbers are kept as they change.
 */
export function counts({ platform, actor }: Actored, { company }: { company?: string }): Promise<Counts> {
  return platform.db.asActor(actor, async (db) => {
    const ofAll = actor.kind === 'staff' && company === undefined
    let of = db.selectFrom('ticket_counts').select(['status', 'count', 'unassigned'])
    if (company) of = of.where('company_id', '=', company)
    let own = db
      .selectFrom('tickets')
      .select((e) => e.fn.countAll<number>().as('mine'))
      .where('assignee_id', '=', actor.userId)
      .where('status', 'not in', sql<string>`('resolved', 'closed')`)
    if (company) own = own.where('company_id', '=', company)
    const [rows, { mine }] = await Promise.all([
      ofAll
        ? sql<{ status: string; count: number; unassigned: number }>`select * from ticket_totals()`
            .execute(db)
            .then((r) => r.rows)
        : of.execute(),
      own.executeTakeFirstOrThrow(),
    ])
    const none = Object.fromEntries(STATUSES.map((s) => [s, 0])) as Record<TicketStatus, number>
    return {
      byStatus: { ...none, ...Object.fromEntries(rows.map((r) => [r.status, r.count])) },
      unassigned: rows.reduce((n, r) => n + (DONE.includes(r.status) ? 0 : r.unassigned), 0),
      mine,
    }
  })
}
