import { contract } from '../../contract/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { reorder } from './policy.ts'
import { readPlan } from './read.ts'
import { type Held, idsOf, lockOpenProject, recordProjectAct, setPositions } from './write.ts'

/** Locks a phase's project and returns both. Throws NOT_FOUND and PROJECT_OVER. */
export async function lockPhase(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ project: Held; phase: { id: string; name: string } }> {
  const at = await db.selectFrom('project_phases').select('project_id').where('id', '=', id).executeTakeFirst()
  if (!at) throw refuse('NOT_FOUND')
  const project = await lockOpenProject(db, actor, at.project_id)
  const phase = await db.selectFrom('project_phases').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  if (!phase) throw refuse('NOT_FOUND')
  return { project, phase }
}

/**
 * Renames a phase or moves it after another. Throws NOT_FOUND, PROJECT_OVER, and UNPROCESSABLE when the other phase
 * does not exist.
 */
export const editPhase = action(contract.projects.editPhase, (context, { id, name, afterId }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { project, phase } = await lockPhase(db, actor, id)
    const renamed = name !== undefined && name !== phase.name
    if (renamed)
      await db
        .updateTable('project_phases')
        .set({ name })
        .where('company_id', '=', project.company_id)
        .where('id', '=', id)
        .execute()
    const ids = await idsOf(db, 'project_phases', project)
    const next = afterId === undefined ? ids : reorder(ids, id, afterId)
    if (!next) throw refuse('UNPROCESSABLE', { fields: { afterId: ['This phase no longer exists.'] } })
    const moved = next.some((other, at) => other !== ids[at])
    if (moved) await setPositions(db, 'project_phases', project, next)
    if (renamed || moved)
      await recordProjectAct(db, context, project, {
        kind: 'phase_edited',
        about: { id, name: name ?? phase.name },
        before: { name: phase.name, position: ids.indexOf(id) },
        after: { name: name ?? phase.name, position: next.indexOf(id) },
      })
    return readPlan(db, actor, project)
  })
})
