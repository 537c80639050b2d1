import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { isOver, taskCan } from '../policy.ts'
import { readTask } from '../read.ts'
import { statusFields } from '../write.ts'
import { recordTaskChange } from './record-task-change.ts'

/**
 * Locks a task and returns it with its project's status. Locks the project first, as `moveTask` does, to prevent
 * deadlocks. Throws NOT_FOUND.
 */
async function lockTaskOfProject(db: Db, id: string) {
  await db
    .selectFrom('projects as p')
    .select('p.id')
    .where('p.id', '=', (e) => e.selectFrom('project_tasks as t').select('t.project_id').where('t.id', '=', id))
    .forNoKeyUpdate()
    .execute()
  const task = await db
    .selectFrom('project_tasks')
    .select(['company_id', 'id', 'project_id', 'title', 'status', 'side', 'assignee_id', 'completed_by', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!task) throw refuse('NOT_FOUND')
  const project = await db
    .selectFrom('projects')
    .select('status')
    .where('company_id', '=', task.company_id)
    .where('id', '=', task.project_id)
    .executeTakeFirstOrThrow()
  return { ...task, project_status: project.status }
}

/**
 * Completes or reopens a task. A reopened partner task waits for the partner again; a provider task is to do. Does
 * nothing when the task is in that state already. Throws NOT_FOUND, PROJECT_OVER, and NOT_WAITING for a partner when
 * the task is not theirs, does not wait for them, or was completed by someone else.
 */
export const completeTask = action(contract.projects.completeTask, (context, { id, done }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const task = await lockTaskOfProject(db, id)
    if (isOver(task.project_status)) throw refuse('PROJECT_OVER')
    const can = taskCan(actor, task)
    const is = task.status === 'done'
    if (is === done && (actor.kind === 'staff' || task.side === 'partner')) return readTask(db, actor, id)
    if (done ? !can.complete : !can.reopen) throw refuse('NOT_WAITING', { current: await readTask(db, actor, id) })
    const status = done ? 'done' : task.side === 'partner' ? 'waiting_on_partner' : 'todo'
    await db
      .updateTable('project_tasks')
      .set({ ...statusFields(actor, task.status, status), version: task.version + 1, updated_at: sql<string>`now()` })
      .where('company_id', '=', task.company_id)
      .where('id', '=', id)
      .execute()
    await recordTaskChange(db, context, { company_id: task.company_id, id: task.project_id }, task, {
      kind: 'task_status',
      before: { status: task.status },
      after: { status },
      from: task,
      to: { ...task, status },
    })
    return readTask(db, actor, id)
  })
})
