import type { z } from 'zod'
import type { Plan } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { takePhase } from './edit-phase.ts'
import { readPlan } from './read.ts'
import { idsOf, keep, place } from './write.ts'

/** Removes a phase that has no tasks. NOT_FOUND, PROJECT_OVER, PHASE_NOT_EMPTY. */
export const removePhase = (context: Actored, { id }: { id: string }): Promise<z.infer<typeof Plan>> => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { project, phase } = await takePhase(db, actor, id)
    const used = await db
      .selectFrom('project_tasks')
      .select('id')
      .where('company_id', '=', project.company_id)
      .where('phase_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (used) throw refuse('PHASE_NOT_EMPTY')
    await db.deleteFrom('project_phases').where('company_id', '=', project.company_id).where('id', '=', id).execute()
    await place(db, 'project_phases', project, await idsOf(db, 'project_phases', project))
    await keep(db, context, project, { kind: 'phase_removed', about: phase })
    return readPlan(db, actor, project)
  })
}
