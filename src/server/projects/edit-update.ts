import { sql } from 'kysely'
import type { z } from 'zod'
import type { ProjectHealth, ProjectUpdate } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { editableUntil } from './policy.ts'
import { presentUpdate } from './present.ts'
import { fileRows, updateRows } from './queries.ts'
import { keep, keepText, take } from './write.ts'

type Said = { id: string; health?: z.infer<typeof ProjectHealth> | undefined; body: string; version: number }

/**
 * Puts an own update right, for some minutes; what it said before is kept, and nobody is told again. NOT_FOUND for what is
 * not the actor's, EDIT_OVER, CONFLICT with the update as it is.
 */
export const editUpdate = (
  context: Actored,
  { id, body, version, ...asked }: Said,
): Promise<z.infer<typeof ProjectUpdate>> => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const at = await db.selectFrom('project_updates').select('project_id').where('id', '=', id).executeTakeFirst()
    if (!at) throw refuse('NOT_FOUND')
    const project = await take(db, actor, at.project_id)
    const read = async () => {
      const row = await updateRows(db).where('u.id', '=', id).executeTakeFirstOrThrow()
      return presentUpdate(row, await fileRows(db).where('x.update_id', '=', id).orderBy('x.id').execute(), actor)
    }
    // The project is held, so that nobody changes it meanwhile.
    const before = await updateRows(db).where('u.id', '=', id).executeTakeFirst()
    if (!before || before.author_id !== actor.userId) throw refuse('NOT_FOUND')
    if (before.version !== version) throw refuse('CONFLICT', { current: await read() })
    const health = asked.health ?? before.health
    if (before.body === body && before.health === health) return read()
    if (!editableUntil(actor, before)) throw refuse('EDIT_OVER')
    if (before.body !== body) await keepText(db, { update_id: id }, before)
    await db
      .updateTable('project_updates')
      .set({ body, health, version: version + 1, edited_at: sql<string>`now()` })
      .where('company_id', '=', project.company_id)
      .where('id', '=', id)
      .execute()
    await keep(db, context, project, {
      kind: 'update_edited',
      before: { version, health: before.health },
      after: { version: version + 1, health },
      data: { updateId: id },
    })
    return read()
  })
}
