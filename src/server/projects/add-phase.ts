import { v7 as uuid } from 'uuid'
import { contract } from '../../contract/index.ts'
import { PHASES_MAX } from '../../contract/projects/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { readPlan } from './read.ts'
import { idsOf, lockOpenProject, recordProjectAct } from './write.ts'

/** Adds a phase at the end. Throws NOT_FOUND, PROJECT_OVER, and UNPROCESSABLE when the maximum is reached. */
export const addPhase = action(contract.projects.addPhase, (context, input) =>
  createOnce(context, input, async (db) => {
    const project = await lockOpenProject(db, context.actor, input.id)
    const position = (await idsOf(db, 'project_phases', project)).length
    if (position >= PHASES_MAX)
      throw refuse('UNPROCESSABLE', { fields: { name: [`A project can have at most ${PHASES_MAX} phases.`] } })
    const id = uuid()
    await db
      .insertInto('project_phases')
      .values({ company_id: project.company_id, id, project_id: project.id, name: input.name, position })
      .execute()
    await recordProjectAct(db, context, project, { kind: 'phase_added', about: { id, name: input.name } })
    return readPlan(db, context.actor, project)
  }),
)
