import { sql } from 'kysely'
import { formatCount } from '../../contract/plain/counts.ts'
import type { ActionItemSource } from '../platform/events/action-items.ts'

/** Lists automations in setup whose questions are not answered yet, for owners, because only they can answer them. */
export const intakeActionItems: ActionItemSource = async (db, actor, limit) => {
  if (actor.role !== 'owner') return { items: [], total: 0 }
  const found = await db
    .selectFrom('installations as i')
    .select(['i.id', 'i.name', 'i.order_id', 'i.created_at'])
    .select(sql<number>`jsonb_array_length(i.intake)`.as('questions'))
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where('i.company_id', '=', actor.companyId)
    .where('i.status', 'in', sql<string>`('requested', 'provisioning')`)
    .where('i.answered_at', 'is', null)
    .where('i.intake', '<>', sql<string>`'[]'::jsonb`)
    .orderBy('i.created_at')
    .orderBy('i.id')
    .limit(limit)
    .execute()
  return {
    items: found.map((i) => ({
      kind: 'intake' as const,
      id: i.id,
      title: `Answer the setup questions for ${i.name}`,
      detail: `${formatCount(i.questions, 'question')} to answer`,
      path: i.order_id ? `/marketplace/purchase-complete?purchase=${i.order_id}` : `/apps-automations/${i.id}`,
      since: i.created_at,
    })),
    total: Math.min(100, found[0]?.total ?? 0),
  }
}
