import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { PHASES_MAX, type Plan } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { readPlan } from './read.ts'
import { idsOf, keep, takeOpen } from './write.ts'

/** Adds a phase at the end. NOT_FOUND, PROJECT_OVER; UNPROCESSABLE when there are as many as may be. */
export const addPhase = (context: Actored, input: { id: string; name: string }): Promise<z.infer<typeof Plan>> =>
  createOnce(context, input, async (db) => {
    const project = await takeOpen(db, context.actor, input.id)
    const position = (await idsOf(db, 'project_phases', project)).length
    if (position >= PHASES_MAX)
      throw refuse('UNPROCESSABLE', { fields: { name: [`A project has at most ${PHASES_MAX} phases.`] } })
    const id = uuid()
    await db
      .insertInto('project_phases')
      .values({ company_id: project.company_id, id, project_id: project.id, name: input.name, position })
      .execute()
    await keep(db, context, project, { kind: 'phase_added', about: { id, name: input.name } })
    return readPlan(db, context.actor, project)
  })
