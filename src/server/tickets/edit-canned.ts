import { sql } from 'kysely'
import type { z } from 'zod'
import type { CannedReply, EditCannedReply } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { checkCanned, checkShortcut, readCanned } from './canned-queries.ts'

/** Changes a canned reply; what is left out stays. CONFLICT when somebody was faster, SHORTCUT_TAKEN. */
export function editCannedReply(
  context: Actored,
  { id, version, ...wanted }: z.infer<typeof EditCannedReply>,
): Promise<z.infer<typeof CannedReply>> {
  const { platform, actor } = context
  if (wanted.body !== undefined) checkCanned(wanted.body)
  return platform.db.asActor(actor, async (db) => {
    const now = await db
      .selectFrom('canned_replies')
      .select(['name', 'shortcut', 'body', 'version'])
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!now) throw refuse('NOT_FOUND')
    if (now.version !== version) throw refuse('CONFLICT', { current: await readCanned(db, id) })
    if (wanted.shortcut !== undefined) await checkShortcut(db, actor, wanted.shortcut, id)
    const { version: _, ...before } = now
    const after = { ...before, ...wanted }
    if (JSON.stringify(before) === JSON.stringify(after)) return readCanned(db, id)
    await db
      .updateTable('canned_replies')
      .set({ ...after, version: version + 1, updated_by: actor.userId, updated_at: sql<string>`now()` })
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .execute()
    await record(db, context, {
      companyId: actor.companyId,
      action: 'canned-reply.edit',
      subjectType: 'canned_reply',
      subjectId: id,
      before,
      after,
    })
    return readCanned(db, id)
  })
}
