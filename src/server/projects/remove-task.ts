import { sql } from 'kysely'
import type { z } from 'zod'
import type { Plan } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { isOver } from './policy.ts'
import { readPlan } from './read.ts'
import { idsOf, keep, place, takeTask } from './write.ts'

/** Removes a task. NOT_FOUND, CONFLICT, PROJECT_OVER; TASK_IN_USE where time, files or words would go with it. */
export const removeTask = (
  context: Actored,
  { id, version }: { id: string; version: number },
): Promise<z.infer<typeof Plan>> => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { task, project } = await takeTask(db, actor, id, version)
    if (isOver(project.status)) throw refuse('PROJECT_OVER')
    const { rows } = await sql<{ used: boolean }>`select
      exists (select from time_entries e where e.company_id = ${task.company_id} and e.task_id = ${id})
      or exists (select from timers m where m.company_id = ${task.company_id} and m.task_id = ${id})
      or exists (select from project_comments c where c.company_id = ${task.company_id} and c.task_id = ${id})
      or exists (select from project_files f where f.company_id = ${task.company_id} and f.task_id = ${id}) as used`.execute(
      db,
    )
    if (rows[0]?.used) throw refuse('TASK_IN_USE')
    await db.deleteFrom('project_tasks').where('company_id', '=', task.company_id).where('id', '=', id).execute()
    await place(db, 'project_tasks', project, await idsOf(db, 'project_tasks', project))
    await keep(db, context, project, {
      kind: 'task_removed',
      about: { id, name: task.title },
      before: { title: task.title, status: task.status },
    })
    return readPlan(db, actor, project)
  })
}
