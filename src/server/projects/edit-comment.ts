import { sql } from 'kysely'
import type { z } from 'zod'
import type { Task } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { editableUntil } from './policy.ts'
import { presentComment } from './present.ts'
import { commentRows, fileRows } from './queries.ts'
import { readTask } from './read.ts'
import { keep, keepText, take } from './write.ts'

type Said = { id: string; body: string; version: number }

/**
 * Puts an own comment or note right, for some minutes; what it said before is kept. NOT_FOUND for what is not the actor's,
 * EDIT_OVER, CONFLICT with the comment as it is.
 */
export const editComment = (context: Actored, { id, body, version }: Said): Promise<z.infer<typeof Task>> => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const at = await db.selectFrom('project_comments').select('project_id').where('id', '=', id).executeTakeFirst()
    if (!at) throw refuse('NOT_FOUND')
    const project = await take(db, actor, at.project_id)
    const before = await commentRows(db).where('c.id', '=', id).forUpdate('c').executeTakeFirst()
    if (!before || before.author_id !== actor.userId) throw refuse('NOT_FOUND')
    if (before.version !== version) {
      const files = await fileRows(db).where('x.comment_id', '=', id).orderBy('x.id').execute()
      throw refuse('CONFLICT', { current: presentComment(before, files, actor) })
    }
    if (before.body === body) return readTask(db, actor, before.task_id)
    if (!editableUntil(actor, before)) throw refuse('EDIT_OVER')
    await keepText(db, { comment_id: id }, before)
    await db
      .updateTable('project_comments')
      .set({ body, version: version + 1, edited_at: sql<string>`now()` })
      .where('company_id', '=', project.company_id)
      .where('id', '=', id)
      .execute()
    const task = await readTask(db, actor, before.task_id)
    await keep(db, context, project, {
      kind: before.staff_only ? 'note_edited' : 'comment_edited',
      about: { id: task.id, name: task.title },
      staffOnly: before.staff_only,
      // The texts are kept with the comment: an audit line must not carry a note to where partners read.
      before: { version },
      after: { version: version + 1 },
      data: { commentId: id },
    })
    return task
  })
}
