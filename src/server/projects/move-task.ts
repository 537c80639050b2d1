import { sql } from 'kysely'
import type { z } from 'zod'
import type { Task, TaskStatus } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { checkPhase } from './add-task.ts'
import { isOver, reordered } from './policy.ts'
import { readTask } from './read.ts'
import { keepTask } from './task-said.ts'
import { idsOf, place, standing, takeTask } from './write.ts'

type Move = {
  id: string
  status?: z.infer<typeof TaskStatus> | undefined
  phaseId?: string | undefined
  afterId?: string | null | undefined
  expected?: z.infer<typeof TaskStatus> | undefined
}

/**
 * Gives a task another status, phase or place. The project is held, so that of many moves at once each finds the order that
 * the one before left. A task of ours that is to wait for the partner becomes one of theirs, for anybody of them. CONFLICT
 * when its status was not the expected one, UNPROCESSABLE when it is to stand after what is not there.
 */
export const moveTask = (context: Actored, move: Move): Promise<z.infer<typeof Task>> => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { task, project } = await takeTask(db, actor, move.id)
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
          ...standing(actor, task.status, status),
          version: task.version + 1,
          updated_at: sql<string>`now()`,
        })
        .where('company_id', '=', task.company_id)
        .where('id', '=', task.id)
        .execute()
    let placed = false
    if (move.afterId !== undefined) {
      const ids = await idsOf(db, 'project_tasks', project)
      const next = reordered(ids, task.id, move.afterId)
      if (!next) throw refuse('UNPROCESSABLE', { fields: { afterId: ['This task is not there any more.'] } })
      placed = next.some((id, at) => id !== ids[at])
      if (placed) await place(db, 'project_tasks', project, next)
    }
    if (changes || placed)
      await keepTask(db, context, project, task, {
        kind: status === task.status ? 'task_moved' : 'task_status',
        before: { status: task.status, phaseId: task.phase_id },
        after: { status, phaseId },
        from: task,
        to,
      })
    return readTask(db, actor, task.id)
  })
}
