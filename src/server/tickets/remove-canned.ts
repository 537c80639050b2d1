import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'

/** Removes a canned reply. What it said stays in the audit log. */
export function removeCannedReply(context: Actored, { id }: { id: string }): Promise<{ id: string }> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const before = await db
      .deleteFrom('canned_replies')
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .returning(['name', 'shortcut', 'body'])
      .executeTakeFirst()
    if (!before) throw refuse('NOT_FOUND')
    await record(db, context, {
      companyId: actor.companyId,
      action: 'canned-reply.remove',
      subjectType: 'canned_reply',
      subjectId: id,
      before,
    })
    return { id }
  })
}
