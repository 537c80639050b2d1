import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { isOver, reorder } from '../policy.ts'
import { readTask } from '../read.ts'
import { idsOf, lockTaskInProject, setPositions, statusFields } from '../write.ts'
import { checkPhase } from './add-task.ts'
import { recordTaskChange } from './record-task-change.ts'

/**
 * Moves a task to another status, phase or position. Locks the project, so that parallel moves run one after the other.
 * A provider task that starts to wait for the partner becomes an unassigned partner task. Throws CONFLICT when its
 * status was not the expected one, NOT_FOUND, PROJECT_OVER, and UNPROCESSABLE when the phase, or the task to place it
 * after, does not exist.
 */
export const moveTask = action(contract.projects.moveTask, (context, move) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { task, project } = await lockTaskInProject(db, actor, move.id)
    if (isOver(project.status)) throw refuse('PROJECT_OVER')
    if (move.expected !== undefined && move.expected !== task.status)
      throw refuse('CONFLICT', { current: await readTask(db, actor, task.id) })
    if (move.phaseId !== undefined && move.phaseId !== task.phase_id) await checkPhase(db, project, move.phaseId)
    const status = move.status ?? task.status
    const turned = status === 'waiting_on_partner' && task.side !== 'partner'
    const to = {
      status,
      side: turned ? 'partner' : task.side,
      assignee_id: turned ? null : task.assignee_id,
    }
    const phaseId = move.phaseId ?? task.phase_id
    const changes = status !== task.status || phaseId !== task.phase_id
    if (changes)
      await db
        .updateTable('project_tasks')
        .set({
          phase_id: phaseId,
          side: to.side,
          assignee_id: to.assignee_id,
          ...statusFields(actor, task.status, status),
          version: task.version + 1,
          updated_at: sql<string>`now()`,
        })
        .where('company_id', '=', task.company_id)
        .where('id', '=', task.id)
        .execute()
    let placed = false
    if (move.afterId !== undefined) {
      const ids = await idsOf(db, 'project_tasks', project)
      const next = reorder(ids, task.id, move.afterId)
      if (!next) throw refuse('UNPROCESSABLE', { fields: { afterId: ['This task no longer exists.'] } })
      placed = next.some((id, at) => id !== ids[at])
      if (placed) await setPositions(db, 'project_tasks', project, next)
    }
    if (changes || placed)
      await recordTaskChange(db, context, project, task, {
        kind: status === task.status ? 'task_moved' : 'task_status',
        before: { status: task.status, phaseId: task.phase_id },
        after: { status, phaseId },
        from: task,
        to,
      })
    return readTask(db, actor, task.id)
  })
})
