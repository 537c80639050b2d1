import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { LEAD_STATUSES, STAGES } from '../../contract/leads/index.ts'
import { action } from '../platform/http/action.ts'

/**
 * Returns the number of leads: open ones by stage, all by status, and how many open ones are the actor's own,
 * unassigned or overdue.
 */
export const countLeads = action(contract.leads.counts, ({ platform, actor }) => {
  return platform.db.asActor(actor, async (db) => {
    const all = db.selectFrom('leads').where('company_id', '=', actor.companyId).where('merged_into', 'is', null)
    const [stages, statuses] = await Promise.all([
      all
        .where('status', '=', sql.lit('open'))
        .select((e) => [
          'stage',
          e.fn.countAll<number>().as('count'),
          e.fn.countAll<number>().filterWhere('owner_id', '=', actor.userId).as('mine'),
          e.fn.countAll<number>().filterWhere('owner_id', 'is', null).as('unowned'),
          e.fn.countAll<number>().filterWhere('next_action_order', '<', sql<string>`now()`).as('overdue'),
        ])
        .groupBy('stage')
        .execute(),
      all
        .select((e) => ['status', e.fn.countAll<number>().as('count')])
        .groupBy('status')
        .execute(),
    ])
    const sum = (of: 'mine' | 'unowned' | 'overdue') => stages.reduce((n, row) => n + row[of], 0)
    const by = <K extends string>(keys: readonly K[], rows: (readonly [string, number])[]) =>
      Object.fromEntries([...keys.map((key) => [key, 0]), ...rows]) as Record<K, number>
    return {
      byStage: by(
        STAGES,
        stages.map((row) => [row.stage, row.count]),
      ),
      byStatus: by(
        LEAD_STATUSES,
        statuses.map((row) => [row.status, row.count]),
      ),
      mine: sum('mine'),
      unowned: sum('unowned'),
      overdue: sum('overdue'),
    }
  })
})
