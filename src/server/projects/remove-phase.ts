import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { lockPhase } from './edit-phase.ts'
import { readPlan } from './read.ts'
import { idsOf, recordProjectAct, setPositions } from './write.ts'

/** Removes a phase that has no tasks. Throws NOT_FOUND, PROJECT_OVER, and PHASE_NOT_EMPTY when it has tasks. */
export const removePhase = action(contract.projects.removePhase, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { project, phase } = await lockPhase(db, actor, id)
    const used = await db
      .selectFrom('project_tasks')
      .select('id')
      .where('company_id', '=', project.company_id)
      .where('phase_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (used) throw refuse('PHASE_NOT_EMPTY')
    await db.deleteFrom('project_phases').where('company_id', '=', project.company_id).where('id', '=', id).execute()
    await setPositions(db, 'project_phases', project, await idsOf(db, 'project_phases', project))
    await recordProjectAct(db, context, project, { kind: 'phase_removed', about: phase })
    return readPlan(db, actor, project)
  })
})
