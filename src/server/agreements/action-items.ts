import { sql } from 'kysely'
import type { ActionItemSource } from '../platform/events/action-items.ts'
import { agreementRef } from './present.ts'

/**
 * Returns the agreements and amendments of the actor's company that await a signature. Empty unless the actor is an
 * owner, because only owners can sign.
 */
export const agreementActionItems: ActionItemSource = async (db, actor, limit) => {
  if (actor.role !== 'owner') return { items: [], total: 0 }
  const found = await db
    .selectFrom('agreement_revisions as r')
    .innerJoin('agreements as a', (j) =>
      j.onRef('a.company_id', '=', 'r.company_id').onRef('a.id', '=', 'r.agreement_id'),
    )
    .select(['a.id', 'a.number', 'a.name', 'a.revision as holding', 'r.sent_at'])
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where('r.company_id', '=', actor.companyId)
    .where('r.status', '=', 'sent')
    .orderBy('r.sent_at')
    .limit(limit)
    .execute()
  return {
    items: found.map((a) => ({
      kind: 'agreement' as const,
      id: a.id,
      title: `${agreementRef(a.number)} ${a.name}`,
      detail: a.holding === null ? 'Agreement to sign' : 'Amendment to sign',
      path: `/my-agreements/${a.id}`,
      since: a.sent_at as string,
    })),
    total: found[0]?.total ?? 0,
  }
}
