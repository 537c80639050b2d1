import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { editableUntil } from '../policy.ts'
import { presentComment } from '../present.ts'
import { commentRows, projectFileRows } from '../queries.ts'
import { readTask } from '../read.ts'
import { lockProject, recordProjectAct, saveText } from '../write.ts'

/**
 * Edits the actor's own comment or note within the edit window and keeps the previous text. Throws NOT_FOUND when it is
 * not the actor's, EDIT_OVER after the window, and CONFLICT with the current comment when it has changed since
 * `version`.
 */
export const editComment = action(contract.projects.editComment, (context, { id, body, version }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const at = await db.selectFrom('project_comments').select('project_id').where('id', '=', id).executeTakeFirst()
    if (!at) throw refuse('NOT_FOUND')
    const project = await lockProject(db, actor, at.project_id)
    const before = await commentRows(db).where('c.id', '=', id).forUpdate('c').executeTakeFirst()
    if (!before || before.author_id !== actor.userId) throw refuse('NOT_FOUND')
    if (before.version !== version) {
      const files = await projectFileRows(db).where('x.comment_id', '=', id).orderBy('x.id').execute()
      throw refuse('CONFLICT', { current: presentComment(before, files, actor) })
    }
    if (before.body === body) return readTask(db, actor, before.task_id)
    if (!editableUntil(actor, before)) throw refuse('EDIT_OVER')
    await saveText(db, { comment_id: id }, before)
    await db
      .updateTable('project_comments')
      .set({ body, version: version + 1, edited_at: sql<string>`now()` })
      .where('company_id', '=', project.company_id)
      .where('id', '=', id)
      .execute()
    const task = await readTask(db, actor, before.task_id)
    await recordProjectAct(db, context, project, {
      kind: before.staff_only ? 'note_edited' : 'comment_edited',
      about: { id: task.id, name: task.title },
      staffOnly: before.staff_only,
      // Texts are stored with the comment. The audit log has only the version numbers.
      before: { version },
      after: { version: version + 1 },
      data: { commentId: id },
    })
    return task
  })
})
