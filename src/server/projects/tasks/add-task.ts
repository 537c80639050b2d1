import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import { type Side, TASKS_MAX, type TaskStatus } from '../../../contract/projects/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { createOnce } from '../../platform/database/once.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { wrongDays } from '../policy.ts'
import { readTask } from '../read.ts'
import { attachToProject, checkPerson, idsOf, lockOpenProject } from '../write.ts'
import { recordTaskChange } from './record-task-change.ts'

type New = {
  id: string
  phaseId: string
  title: string
  body: string
  status: z.infer<typeof TaskStatus>
  side: z.infer<typeof Side>
  assigneeId: string | null
  startsOn: string | null
  dueOn: string | null
  estimateMinutes: number | null
  fileIds: string[]
}

/** Throws UNPROCESSABLE at `phaseId` when the project has no such phase. */
export async function checkPhase(db: Db, p: { company_id: string; id: string }, phaseId: string): Promise<void> {
  const found = await db
    .selectFrom('project_phases')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('project_id', '=', p.id)
    .where('id', '=', phaseId)
    .executeTakeFirst()
  if (!found) throw refuse('UNPROCESSABLE', { fields: { phaseId: ['This phase no longer exists.'] } })
}

/** Throws UNPROCESSABLE at the field when a task's dates, side, status or assignee do not fit together. */
export async function checkTask(
  db: Db,
  companyId: string,
  t: Pick<New, 'side' | 'assigneeId' | 'startsOn' | 'dueOn'> & { status: string },
): Promise<void> {
  const wrong = wrongDays(t)
  if (wrong) throw refuse('UNPROCESSABLE', { fields: wrong })
  if (t.status === 'waiting_on_partner' && t.side !== 'partner')
    throw refuse('UNPROCESSABLE', {
      fields: { side: ['A task that is waiting on the partner must be assigned to the partner.'] },
    })
  if (t.assigneeId) await checkPerson(db, companyId, { id: t.assigneeId, side: t.side }, 'assigneeId')
}

/**
 * Adds a task at the end. Throws NOT_FOUND, PROJECT_OVER, ATTACHMENT_GONE, and UNPROCESSABLE at the field that is not
 * valid.
 */
export const addTask = action(contract.projects.addTask, (context, input) =>
  createOnce(context, input, async (db) => {
    const { actor } = context
    const project = await lockOpenProject(db, actor, input.id)
    await checkPhase(db, project, input.phaseId)
    await checkTask(db, project.company_id, input)
    const position = (await idsOf(db, 'project_tasks', project)).length
    if (position >= TASKS_MAX)
      throw refuse('UNPROCESSABLE', { fields: { title: [`A project can have at most ${TASKS_MAX} tasks.`] } })
    const id = uuid()
    const facts = {
      title: input.title,
      body: input.body,
      status: input.status,
      side: input.side,
      assignee_id: input.assigneeId,
      starts_on: input.startsOn,
      due_on: input.dueOn,
      estimate_minutes: input.estimateMinutes,
    }
    await db
      .insertInto('project_tasks')
      .values({
        company_id: project.company_id,
        id,
        project_id: project.id,
        phase_id: input.phaseId,
        position,
        ...facts,
        status_at: sql<string>`now()`,
      })
      .execute()
    await attachToProject(db, actor, project, input.fileIds, { taskId: id })
    const { id: _, fileIds: __, ...after } = input
    await recordTaskChange(
      db,
      context,
      project,
      { id, title: input.title },
      {
        kind: 'task_added',
        after,
        from: undefined,
        to: facts,
      },
    )
    return readTask(db, actor, id)
  }),
)
