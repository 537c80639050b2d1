import { sql } from 'kysely'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import type { ActionItemSource } from '../../platform/events/action-items.ts'

/** Returns action items for the estimates that the actor can decide. Only owners have any. */
export const estimateActionItems: ActionItemSource = async (db, actor, limit) => {
  if (actor.role !== 'owner') return { items: [], total: 0 }
  const found = await db
    .selectFrom('estimates as s')
    .innerJoin('tickets as t', (j) => j.onRef('t.company_id', '=', 's.company_id').onRef('t.id', '=', 's.ticket_id'))
    .select(['s.id', 's.minutes', 's.created_at', 't.id as ticket_id', 't.number', 't.subject'])
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where('s.company_id', '=', actor.companyId)
    .where('s.status', '=', 'proposed')
    .where(sql<boolean>`(s.expires_at is null or s.expires_at > now())`)
    .orderBy('s.created_at')
    .limit(limit)
    .execute()
  return {
    items: found.map((e) => ({
      kind: 'estimate' as const,
      id: e.id,
      title: `T-${e.number} ${e.subject}`,
      detail: `Estimate of ${formatMinutes(e.minutes)} needs your approval`,
      path: `/tickets/${e.ticket_id}`,
      since: e.created_at,
    })),
    total: found[0]?.total ?? 0,
  }
}
