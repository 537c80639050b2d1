import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { FORMER } from '../../platform/words.ts'
import { minutesToday } from '../../time/index.ts'

/**
 * Returns how many open tickets and how much time today each member of the provider's staff has, most open tickets
 * first, and the unassigned tickets. Staff with nothing are listed with zero.
 */
export const getWorkload = action(contract.tickets.workload, ({ platform, actor }) => {
  return platform.db.asActor(actor, async (db) => {
    const count = (where: string) => sql<number>`count(*) filter (where ${sql.raw(where)})`
    const [loads, booked, people] = await Promise.all([
      db
        .selectFrom('tickets')
        .select([
          'assignee_id',
          sql<number>`count(*)`.as('open'),
          count(`priority = 'P1'`).as('p1'),
          count(`priority = 'P2'`).as('p2'),
          count(`priority = 'P3'`).as('p3'),
          count(`priority = 'P4'`).as('p4'),
          count(`status in ('waiting_on_partner', 'waiting_on_third_party')`).as('waiting'),
          count('sla_due_at < now()').as('overdue'),
          count('sla_due_at >= now() and sla_soon_at <= now()').as('soon'),
        ])
        .where('status', 'not in', sql<string>`('resolved', 'closed')`)
        .groupBy('assignee_id')
        .execute(),
      minutesToday(db),
      db
        .selectFrom('people')
        .select(['id', 'full_name'])
        .where('is_internal', '=', true)
        .orderBy('full_name')
        .execute(),
    ])
    const none = { open: 0, p1: 0, p2: 0, p3: 0, p4: 0, waiting: 0, overdue: 0, soon: 0 }
    const load = (id: string | null, name: string | null) => {
      const { open, p1, p2, p3, p4, waiting, overdue, soon } = loads.find((l) => l.assignee_id === id) ?? none
      return {
        person: id === null ? null : { id, name: name ?? FORMER },
        open,
        byPriority: { P1: p1, P2: p2, P3: p3, P4: p4 },
        waiting,
        overdue,
        dueSoon: soon,
        today: booked.find((b) => b.user_id === id)?.minutes ?? 0,
      }
    }
    const known = new Set(people.map((p) => p.id))
    const items = [
      ...people.map((p) => load(p.id, p.full_name)),
      ...loads.flatMap((l) => (l.assignee_id && !known.has(l.assignee_id) ? [load(l.assignee_id, null)] : [])),
    ].sort((a, b) => b.open - a.open)
    return { items: [load(null, null), ...items] }
  })
})
