import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { editableUntil } from '../policy.ts'
import { presentUpdate } from '../present.ts'
import { projectFileRows, updateRows } from '../queries.ts'
import { lockProject, recordProjectAct, saveText } from '../write.ts'

/**
 * Edits the actor's own update within the edit window and keeps the previous text. Notifies nobody. Throws NOT_FOUND
 * when it is not the actor's, EDIT_OVER after the window, and CONFLICT with the current update when it has changed
 * since `version`.
 */
export const editUpdate = action(contract.projects.editUpdate, (context, { id, body, version, ...asked }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const at = await db.selectFrom('project_updates').select('project_id').where('id', '=', id).executeTakeFirst()
    if (!at) throw refuse('NOT_FOUND')
    const project = await lockProject(db, actor, at.project_id)
    const read = async () => {
      const row = await updateRows(db).where('u.id', '=', id).executeTakeFirstOrThrow()
      return presentUpdate(
        row,
        await projectFileRows(db).where('x.update_id', '=', id).orderBy('x.id').execute(),
        actor,
      )
    }
    // The project lock keeps the update from changing.
    const before = await updateRows(db).where('u.id', '=', id).executeTakeFirst()
    if (!before || before.author_id !== actor.userId) throw refuse('NOT_FOUND')
    if (before.version !== version) throw refuse('CONFLICT', { current: await read() })
    const health = asked.health ?? before.health
    if (before.body === body && before.health === health) return read()
    if (!editableUntil(actor, before)) throw refuse('EDIT_OVER')
    if (before.body !== body) await saveText(db, { update_id: id }, before)
    await db
      .updateTable('project_updates')
      .set({ body, health, version: version + 1, edited_at: sql<string>`now()` })
      .where('company_id', '=', project.company_id)
      .where('id', '=', id)
      .execute()
    await recordProjectAct(db, context, project, {
      kind: 'update_edited',
      before: { version, health: before.health },
      after: { version: version + 1, health },
      data: { updateId: id },
    })
    return read()
  })
})
