import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Projects, ProjectTasks } from '../../src/server/platform/database/db.types.ts'
import type { MadeUser, Owner } from './people.ts'

type TaskFields = Partial<Insertable<ProjectTasks>> & { title: string }
type Fields = Partial<Insertable<Projects>> & { company_id: string; by: MadeUser; tasks?: TaskFields[] }
type MadeProject = { company_id: string; id: string; number: number; phaseId: string; taskIds: string[] }

/** Creates an active project with one phase and its tasks in order. Default: tasks of the provider, to do. */
export async function makeProject(db: Owner, { by, tasks = [], ...fields }: Fields): Promise<MadeProject> {
  const own = { company_id: fields.company_id, id: fields.id ?? uuid() }
  const { number } = await db
    .insertInto('projects')
    .values({ name: 'Tenant migration', status: 'active', lead_id: by.id, created_by: by.id, ...fields, ...own })
    .returning('number')
    .executeTakeFirstOrThrow()
  const of = { company_id: own.company_id, project_id: own.id }
  const phaseId = uuid()
  await db
    .insertInto('project_phases')
    .values({ ...of, id: phaseId, name: 'Prepare', position: 0 })
    .execute()
  const taskIds = tasks.map(() => uuid())
  if (tasks.length > 0)
    await db
      .insertInto('project_tasks')
      .values(
        tasks.map((t, position) => ({ phase_id: phaseId, position, ...t, ...of, id: taskIds[position] as string })),
      )
      .execute()
  await db
    .insertInto('project_watchers')
    .values({ ...of, user_id: by.id })
    .execute()
  return { ...own, number, phaseId, taskIds }
}

/** Creates a comment on a task. `internal` comments are for staff only. */
export const makeProjectComment = (
  db: Owner,
  p: MadeProject,
  fields: { by: MadeUser; taskId?: string; body?: string; internal?: boolean },
): Promise<{ id: string }> =>
  db
    .insertInto('project_comments')
    .values({
      company_id: p.company_id,
      id: uuid(),
      project_id: p.id,
      task_id: fields.taskId ?? (p.taskIds[0] as string),
      author_id: fields.by.id,
      body: fields.body ?? 'Said',
      staff_only: fields.internal ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Creates a status update of a project. */
export const makeProjectUpdate = (
  db: Owner,
  p: MadeProject,
  fields: { by: MadeUser; body?: string; health?: 'on_track' | 'at_risk' | 'delayed' },
): Promise<{ id: string }> =>
  db
    .insertInto('project_updates')
    .values({
      company_id: p.company_id,
      id: uuid(),
      project_id: p.id,
      author_id: fields.by.id,
      health: fields.health ?? 'on_track',
      body: fields.body ?? 'All is well.',
      tasks_done: 0,
      tasks_total: p.taskIds.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
