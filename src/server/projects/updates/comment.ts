import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import { createOnce } from '../../platform/database/once.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { readTask } from '../read.ts'
import { attachToProject, lockProject, recordProjectAct } from '../write.ts'

/**
 * Comments on a task, even after its project has ended. Only staff can read internal comments and their files. Throws
 * NOT_FOUND, ATTACHMENT_GONE, and UNPROCESSABLE at `internal` for a partner.
 */
export const commentOnTask = action(contract.projects.comment, (context, input) =>
  createOnce(context, input, async (db) => {
    const { actor } = context
    if (input.internal && actor.kind !== 'staff')
      throw refuse('UNPROCESSABLE', { fields: { internal: ['Only staff can write internal notes.'] } })
    const task = await db
      .selectFrom('project_tasks')
      .select(['company_id', 'id', 'project_id', 'title'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (!task) throw refuse('NOT_FOUND')
    // The project is updated below. Lock it before the insert locks the task, as `moveTask` does, to prevent deadlocks.
    await lockProject(db, actor, task.project_id)
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
        // The partners' database role may not write this column.
        ...(input.internal ? { staff_only: true } : {}),
      })
      .execute()
    const project = { company_id: task.company_id, id: task.project_id }
    await attachToProject(db, actor, project, input.fileIds, {
      taskId: task.id,
      commentId: id,
      staffOnly: input.internal,
    })
    await recordProjectAct(db, context, project, {
      kind: input.internal ? 'note' : 'comment',
      about: { id: task.id, name: task.title },
      staffOnly: input.internal,
      data: { commentId: id },
    })
    return readTask(db, actor, task.id)
  }),
)
