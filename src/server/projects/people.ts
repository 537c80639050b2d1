import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { requireProject } from './read.ts'

/**
 * Returns who can be assigned a task: active users of the provider and the company. Throws NOT_FOUND when there is no
 * such project.
 */
export const listAssignable = action(contract.projects.people, ({ platform, actor }, { id }) =>
  platform.db.asActor(actor, async (db) => {
    const project = await requireProject(db, id)
    const found = await db
      .selectFrom('profiles as p')
      .innerJoin('companies as c', 'c.id', 'p.company_id')
      .select(['p.id', 'p.full_name', 'c.is_internal'])
      .where('p.deactivated_at', 'is', null)
      .where((e) => e.or([e('c.is_internal', '=', true), e('p.company_id', '=', project.company_id)]))
      .orderBy('c.is_internal', 'desc')
      .orderBy('p.full_name')
      .orderBy('p.id')
      .limit(500)
      .execute()
    return {
      items: found.map((p) => ({ id: p.id, name: p.full_name, side: p.is_internal ? 'provider' : 'partner' })),
    }
  }),
)
