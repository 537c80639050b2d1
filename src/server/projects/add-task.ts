import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { type Side, TASKS_MAX, type Task, type TaskStatus } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'
import { wrongDays } from './policy.ts'
import { readTask } from './read.ts'
import { keepTask } from './task-said.ts'
import { attach, checkPerson, idsOf, takeOpen } from './write.ts'

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

/** UNPROCESSABLE beside a phase that is not one of the project. */
export async function checkPhase(db: Db, p: { company_id: string; id: string }, phaseId: string): Promise<void> {
  const found = await db
    .selectFrom('project_phases')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('project_id', '=', p.id)
    .where('id', '=', phaseId)
    .executeTakeFirst()
  if (!found) throw refuse('UNPROCESSABLE', { fields: { phaseId: ['This phase is not there any more.'] } })
}

/** UNPROCESSABLE beside what does not go together in a task. */
export async function checkTask(
  db: Db,
  companyId: string,
  t: Pick<New, 'side' | 'assigneeId' | 'startsOn' | 'dueOn'> & { status: string },
): Promise<void> {
  const wrong = wrongDays(t)
  if (wrong) throw refuse('UNPROCESSABLE', { fields: wrong })
  if (t.status === 'waiting_on_partner' && t.side !== 'partner')
    throw refuse('UNPROCESSABLE', { fields: { side: ['It waits for the partner: make it a task of the partner.'] } })
  if (t.assigneeId) await checkPerson(db, companyId, { id: t.assigneeId, side: t.side }, 'assigneeId')
}

/** Adds a task behind all others. NOT_FOUND, PROJECT_OVER, ATTACHMENT_GONE; UNPROCESSABLE beside what does not fit. */
export const addTask = (context: Actored, input: New): Promise<z.infer<typeof Task>> =>
  createOnce(context, input, async (db) => {
    const { actor } = context
    const project = await takeOpen(db, actor, input.id)
    await checkPhase(db, project, input.phaseId)
    await checkTask(db, project.company_id, input)
    const position = (await idsOf(db, 'project_tasks', project)).length
    if (position >= TASKS_MAX)
      throw refuse('UNPROCESSABLE', { fields: { title: [`A project has at most ${TASKS_MAX} tasks.`] } })
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
    await attach(db, actor, project, input.fileIds, { taskId: id })
    const { id: _, fileIds: __, ...after } = input
    await keepTask(
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
  })
