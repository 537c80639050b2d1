import type { z } from 'zod'
import type { Plan } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { reordered } from './policy.ts'
import { readPlan } from './read.ts'
import { type Held, idsOf, keep, place, takeOpen } from './write.ts'

/** A phase with its project, which is held. NOT_FOUND, PROJECT_OVER. */
export async function takePhase(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ project: Held; phase: { id: string; name: string } }> {
  const at = await db.selectFrom('project_phases').select('project_id').where('id', '=', id).executeTakeFirst()
  if (!at) throw refuse('NOT_FOUND')
  const project = await takeOpen(db, actor, at.project_id)
  const phase = await db.selectFrom('project_phases').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  if (!phase) throw refuse('NOT_FOUND')
  return { project, phase }
}

type Edit = { id: string; name?: string | undefined; afterId?: string | null | undefined }

/** Renames a phase, or puts it after another. NOT_FOUND, PROJECT_OVER; UNPROCESSABLE when the other is not there. */
export const editPhase = (context: Actored, { id, name, afterId }: Edit): Promise<z.infer<typeof Plan>> => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { project, phase } = await takePhase(db, actor, id)
    const renamed = name !== undefined && name !== phase.name
    if (renamed)
      await db
        .updateTable('project_phases')
        .set({ name })
        .where('company_id', '=', project.company_id)
        .where('id', '=', id)
        .execute()
    const ids = await idsOf(db, 'project_phases', project)
    const next = afterId === undefined ? ids : reordered(ids, id, afterId)
    if (!next) throw refuse('UNPROCESSABLE', { fields: { afterId: ['This phase is not there any more.'] } })
    const moved = next.some((other, at) => other !== ids[at])
    if (moved) await place(db, 'project_phases', project, next)
    if (renamed || moved)
      await keep(db, context, project, {
        kind: 'phase_edited',
        about: { id, name: name ?? phase.name },
        before: { name: phase.name, position: ids.indexOf(id) },
        after: { name: name ?? phase.name, position: next.indexOf(id) },
      })
    return readPlan(db, actor, project)
  })
}
