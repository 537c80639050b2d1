import { sql } from 'kysely'
import type { ActionItemSource } from '../platform/events/action-items.ts'
import { projectRef } from './present.ts'

/**
 * Returns the project tasks that wait for the reader, oldest first: for partners those that wait for the partner and are
 * assigned to the reader or unassigned, for staff the unfinished ones that are assigned to the reader.
 */
export const projectTaskActionItems: ActionItemSource = async (db, actor, limit) => {
  const found = await db
    .selectFrom('project_tasks as t')
    .innerJoin('projects as p', (j) => j.onRef('p.company_id', '=', 't.company_id').onRef('p.id', '=', 't.project_id'))
    .select(['t.id', 't.title', 't.status_at', 'p.id as project_id', 'p.number', 'p.name'])
    .select(sql<number>`least(count(*) over (), 100)::int`.as('total'))
    .where('p.status', 'not in', ['done', 'canceled'])
    .$if(actor.kind === 'tenant', (q) =>
      q
        .where('t.company_id', '=', actor.companyId)
        .where('t.status', '=', 'waiting_on_partner')
        .where((e) => e.or([e('t.assignee_id', 'is', null), e('t.assignee_id', '=', actor.userId)])),
    )
    .$if(actor.kind === 'staff', (q) =>
      q
        .where('t.assignee_id', '=', actor.userId)
        // As text, so that the index of unfinished tasks can be used.
        .where('t.status', 'in', sql<string>`('todo', 'doing')`),
    )
    .orderBy('t.status_at')
    .limit(limit)
    .execute()
  return {
    items: found.map((t) => ({
      kind: 'project_task' as const,
      id: t.id,
      title: t.title,
      detail: `Project task · ${projectRef(t.number)} ${t.name}`,
      path: `/my-projects/${t.project_id}?task=${t.id}`,
      since: t.status_at,
    })),
    total: found[0]?.total ?? 0,
  }
}
