import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { FORMER } from '../../platform/words.ts'
import { minutesToday } from '../../time/index.ts'

type Load = { assignee_id: string | null; priority: 'P1' | 'P2' | 'P3' | 'P4'; waiting: boolean; count: number }

/**
 * Returns how many open tickets and how much time today each member of the provider's staff has, most open tickets
 * first, and the unassigned tickets. Staff with nothing are listed with zero.
 */
export const getWorkload = action(contract.tickets.workload, ({ platform, actor }) => {
  return platform.db.asActor(actor, async (db) => {
    const now = sql<string>`now()`
    const late = () =>
      db
        .selectFrom('tickets')
        .select(['assignee_id', sql<number>`count(*)`.as('count')])
        .where('status', 'not in', sql<string>`('resolved', 'closed')`)
        .groupBy('assignee_id')
    const [{ rows: loads }, overdue, soon, booked, people] = await Promise.all([
      sql<Load>`select * from ticket_loads() where count <> 0`.execute(db),
      late().where('sla_due_at', '<', now).execute(),
      late().where('sla_soon_at', '<=', now).where('sla_due_at', '>=', now).execute(),
      minutesToday(db),
      db
        .selectFrom('people')
        .select(['id', 'full_name'])
        .where('is_internal', '=', true)
        .orderBy('full_name')
        .execute(),
    ])
    const byAssignee = Map.groupBy(loads, (l) => l.assignee_id)
    const load = (id: string | null, name: string | null) => {
      const own = byAssignee.get(id) ?? []
      const sum = (some: Load[]) => some.reduce((all, l) => all + l.count, 0)
      const of = (priority: Load['priority']) => sum(own.filter((l) => l.priority === priority))
      const countOf = (rows: { assignee_id: string | null; count: number }[]) =>
        rows.find((row) => row.assignee_id === id)?.count ?? 0
      return {
        person: id === null ? null : { id, name: name ?? FORMER },
        open: sum(own),
        byPriority: { P1: of('P1'), P2: of('P2'), P3: of('P3'), P4: of('P4') },
        waiting: sum(own.filter((l) => l.waiting)),
        overdue: countOf(overdue),
        dueSoon: countOf(soon),
        today: booked.find((b) => b.user_id === id)?.minutes ?? 0,
      }
    }
    const known = new Set(people.map((p) => p.id))
    const items = [
      ...people.map((p) => load(p.id, p.full_name)),
      ...[...byAssignee.keys()].flatMap((id) => (id && !known.has(id) ? [load(id, null)] : [])),
    ].sort((a, b) => b.open - a.open)
    return { items: [load(null, null), ...items] }
  })
})
