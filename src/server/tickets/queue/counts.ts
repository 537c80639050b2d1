import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { STATUSES } from '../../../contract/tickets/index.ts'
import { action } from '../../platform/http/action.ts'
import type { TicketStatus } from '../policy.ts'

const DONE: readonly string[] = ['resolved', 'closed']

/**
 * Returns the number of tickets per status, and of the open ones the unassigned and the actor's own. Only the actor's
 * own are counted here; the other numbers are maintained as tickets change, so that the cost does not grow with the
 * tickets.
 */
export const countTickets = action(contract.tickets.counts, ({ platform, actor }, { company }) => {
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
})
