import { sql } from 'kysely'
import type { z } from 'zod'
import type { Task } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { isOver, taskCan } from './policy.ts'
import { readTask } from './read.ts'
import { keepTask } from './task-said.ts'
import { standing } from './write.ts'

/** A task that is held, with its project's status. The project first, as whoever moves tasks holds them: its place in lists changes too. */
async function hold(db: Db, id: string) {
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
 * Says that a task is done, or takes that back: it waits for the partner again, or is to be done. What is so already stays.
 * NOT_FOUND; PROJECT_OVER; NOT_WAITING for a partner when it is not theirs, or does not wait for them.
 */
export const completeTask = (
  context: Actored,
  { id, done }: { id: string; done: boolean },
): Promise<z.infer<typeof Task>> => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const task = await hold(db, id)
    if (isOver(task.project_status)) throw refuse('PROJECT_OVER')
    const can = taskCan(actor, task)
    const is = task.status === 'done'
    if (is === done && (actor.kind === 'staff' || task.side === 'partner')) return readTask(db, actor, id)
    if (done ? !can.complete : !can.reopen) throw refuse('NOT_WAITING', { current: await readTask(db, actor, id) })
    const status = done ? 'done' : task.side === 'partner' ? 'waiting_on_partner' : 'todo'
    await db
      .updateTable('project_tasks')
      .set({ ...standing(actor, task.status, status), version: task.version + 1, updated_at: sql<string>`now()` })
      .where('company_id', '=', task.company_id)
      .where('id', '=', id)
      .execute()
    await keepTask(db, context, { company_id: task.company_id, id: task.project_id }, task, {
      kind: 'task_status',
      before: { status: task.status },
      after: { status },
      from: task,
      to: { ...task, status },
    })
    return readTask(db, actor, id)
  })
}
