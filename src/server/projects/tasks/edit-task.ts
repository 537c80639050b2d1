import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { Side } from '../../../contract/projects/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { isOver } from '../policy.ts'
import { readTask } from '../read.ts'
import { attachToProject, lockTaskInProject, statusFields } from '../write.ts'
import { checkPhase, checkTask } from './add-task.ts'
import { recordTaskChange } from './record-task-change.ts'

type Facts = {
  phaseId: string
  title: string
  body: string
  side: z.infer<typeof Side>
  assigneeId: string | null
  startsOn: string | null
  dueOn: string | null
  estimateMinutes: number | null
}

/**
 * Changes the given fields of a task. A task that changes sides becomes unassigned unless an assignee is given, and no
 * longer waits for the partner. Throws NOT_FOUND, CONFLICT when the version is not the current one, PROJECT_OVER,
 * ATTACHMENT_GONE, and UNPROCESSABLE at the field that is not valid.
 */
export const editTask = action(contract.projects.editTask, (context, input) => {
  const { platform, actor } = context
  const { id, version, fileIds, ...wanted } = input
  return platform.db.asActor(actor, async (db) => {
    const { task, project } = await lockTaskInProject(db, actor, id, version)
    if (isOver(project.status)) throw refuse('PROJECT_OVER')
    const before: Facts = {
      phaseId: task.phase_id,
      title: task.title,
      body: task.body,
      side: task.side as Facts['side'],
      assigneeId: task.assignee_id,
      startsOn: task.starts_on,
      dueOn: task.due_on,
      estimateMinutes: task.estimate_minutes,
    }
    const given = Object.fromEntries(Object.entries(wanted).filter(([, v]) => v !== undefined)) as Partial<Facts>
    const after: Facts = { ...before, ...given }
    if (after.side !== before.side && given.assigneeId === undefined) after.assigneeId = null
    const status = task.status === 'waiting_on_partner' && after.side !== 'partner' ? 'todo' : task.status
    const same = isDeepStrictEqual(before, after)
    if (same && fileIds.length === 0) return readTask(db, actor, id)
    if (after.phaseId !== before.phaseId) await checkPhase(db, project, after.phaseId)
    await checkTask(db, project.company_id, {
      ...after,
      // The current assignee may have left. That must not block other changes.
      assigneeId: after.assigneeId === before.assigneeId && after.side === before.side ? null : after.assigneeId,
      status,
    })
    await db
      .updateTable('project_tasks')
      .set({
        phase_id: after.phaseId,
        title: after.title,
        body: after.body,
        side: after.side,
        assignee_id: after.assigneeId,
        starts_on: after.startsOn,
        due_on: after.dueOn,
        estimate_minutes: after.estimateMinutes,
        ...statusFields(actor, task.status, status),
        version: task.version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', task.company_id)
      .where('id', '=', id)
      .execute()
    await attachToProject(db, actor, project, fileIds, { taskId: id })
    const changed = (a: Facts, b: Facts) =>
      Object.fromEntries(Object.entries(a).filter(([k, v]) => v !== (b as Record<string, unknown>)[k]))
    await recordTaskChange(
      db,
      context,
      project,
      { id, title: after.title },
      {
        kind: 'task_edited',
        before: changed(before, after),
        after: { ...changed(after, before), ...(fileIds.length > 0 ? { files: fileIds.length } : {}) },
        from: task,
        to: { status, side: after.side, assignee_id: after.assigneeId },
      },
    )
    return readTask(db, actor, id)
  })
})
