import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Task } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { readTask } from './read.ts'
import { attach, keep, take } from './write.ts'

type Said = { id: string; body: string; internal: boolean; fileIds: string[] }

/**
 * Says something about a task, after the end of its project as well. Internal: only staff read it, and its files. NOT_FOUND,
 * ATTACHMENT_GONE; UNPROCESSABLE beside `internal` for a partner.
 */
export const comment = (context: Actored, input: Said): Promise<z.infer<typeof Task>> =>
  createOnce(context, input, async (db) => {
    const { actor } = context
    if (input.internal && actor.kind !== 'staff')
      throw refuse('UNPROCESSABLE', { fields: { internal: ['Only we write internal notes.'] } })
    const task = await db
      .selectFrom('project_tasks')
      .select(['company_id', 'id', 'project_id', 'title'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (!task) throw refuse('NOT_FOUND')
    // Before the task, as whoever moves tasks holds them: a comment refers to its task, and its project is written below.
    await take(db, actor, task.project_id)
    const id = uuid()
    await db
      .insertInto('project_comments')
      .values({
        company_id: task.company_id,
        id,
        project_id: task.project_id,
        task_id: task.id,
        author_id: actor.userId,
        body: input.body,
        // A partner's login may not even name this column.
        ...(input.internal ? { staff_only: true } : {}),
      })
      .execute()
    const project = { company_id: task.company_id, id: task.project_id }
    await attach(db, actor, project, input.fileIds, { taskId: task.id, commentId: id, staffOnly: input.internal })
    await keep(db, context, project, {
      kind: input.internal ? 'note' : 'comment',
      about: { id: task.id, name: task.title },
      staffOnly: input.internal,
      data: { commentId: id },
    })
    return readTask(db, actor, task.id)
  })
