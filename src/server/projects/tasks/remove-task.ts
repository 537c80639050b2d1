import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { hasTimeOn } from '../../time/index.ts'
import { isOver } from '../policy.ts'
import { readPlan } from '../read.ts'
import { idsOf, lockTaskInProject, recordProjectAct, setPositions } from '../write.ts'

/** Removes a task. Throws NOT_FOUND, CONFLICT, PROJECT_OVER, and TASK_IN_USE when it has time, files or comments. */
export const removeTask = action(contract.projects.removeTask, (context, { id, version }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { task, project } = await lockTaskInProject(db, actor, id, version)
    if (isOver(project.status)) throw refuse('PROJECT_OVER')
    const { rows } = await sql<{ used: boolean }>`select
      ${hasTimeOn(task.company_id, id)}
      or exists (select from project_comments c where c.company_id = ${task.company_id} and c.task_id = ${id})
      or exists (select from project_files f where f.company_id = ${task.company_id} and f.task_id = ${id}) as used`.execute(
      db,
    )
    if (rows[0]?.used) throw refuse('TASK_IN_USE')
    await db.deleteFrom('project_tasks').where('company_id', '=', task.company_id).where('id', '=', id).execute()
    await setPositions(db, 'project_tasks', project, await idsOf(db, 'project_tasks', project))
    await recordProjectAct(db, context, project, {
      kind: 'task_removed',
      about: { id, name: task.title },
      before: { title: task.title, status: task.status },
    })
    return readPlan(db, actor, project)
  })
})
