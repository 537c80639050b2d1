import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'

/**
 * Returns the earlier texts of an edited message, oldest first, for staff. Throws NOT_FOUND when the message does not
 * exist.
 */
export const messageVersions = action(contract.tickets.messageVersions, ({ platform, actor }, { id, messageId }) => {
  return platform.db.asActor(actor, async (db) => {
    const message = await db
      .selectFrom('messages')
      .select(['company_id', 'id'])
      .where('ticket_id', '=', id)
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (!message) throw refuse('NOT_FOUND')
    const rows = await db
      .selectFrom('message_versions')
      .select(['body', 'written_at', 'replaced_at'])
      .where('company_id', '=', message.company_id)
      .where('message_id', '=', messageId)
      .orderBy('replaced_at')
      .orderBy('id')
      .execute()
    return { items: rows.map((r) => ({ body: r.body, writtenAt: r.written_at, replacedAt: r.replaced_at })) }
  })
})
