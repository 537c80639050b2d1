import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import { EDIT_MINUTES } from '../../../contract/tickets/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { presentMessage } from '../present.ts'
import { mentionsOf, messageColumns, ticketFileRows } from '../queries.ts'
import { lockTicket } from '../write.ts'
import { recordMentions } from './mentions.ts'

/**
 * Edits the actor's own reply or note within 15 minutes and keeps the previous text. The people mentioned now replace
 * those mentioned before, and mentioned people who do not watch the ticket become watchers. Throws NOT_FOUND when the
 * message is not the actor's, CONFLICT with the current message when the version is not the current one, EDIT_OVER
 * after the 15 minutes, TICKET_CLOSED for a reply on a closed ticket, and what `lockTicket` throws.
 */
export const editMessage = action(contract.tickets.editMessage, (context, { id, messageId, body, version }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const ticket = await lockTicket(db, actor, id)
    const before = await db
      .selectFrom('messages')
      .select(messageColumns)
      .select(sql<boolean>`created_at < clock_timestamp() - ${sql.lit(`${EDIT_MINUTES} minutes`)}::interval`.as('over'))
      .where('company_id', '=', ticket.company_id)
      .where('ticket_id', '=', id)
      .where('id', '=', messageId)
      .where('kind', '!=', 'event')
      .forUpdate()
      .executeTakeFirst()
    if (!before || before.author_id !== actor.userId) throw refuse('NOT_FOUND')
    const [files, mentions] = await Promise.all([
      ticketFileRows(db, id).where('a.message_id', '=', messageId).execute(),
      mentionsOf(db, id).where('m.message_id', '=', messageId).execute(),
    ])
    if (before.version !== version)
      throw refuse('CONFLICT', { current: presentMessage(before, files, mentions, actor) })
    if (before.body === body) return presentMessage(before, files, mentions, actor)
    if (before.over) throw refuse('EDIT_OVER')
    if (ticket.status === 'closed' && before.kind === 'reply') throw refuse('TICKET_CLOSED')

    await db
      .insertInto('message_versions')
      .values({
        company_id: ticket.company_id,
        id: uuid(),
        message_id: messageId,
        body: before.body,
        written_at: before.edited_at ?? before.created_at,
      })
      .execute()
    const after = await db
      .updateTable('messages')
      .set({ body, version: version + 1, edited_at: sql<string>`now()` })
      .where('company_id', '=', ticket.company_id)
      .where('id', '=', messageId)
      .returning(messageColumns)
      .executeTakeFirstOrThrow()
    await db
      .deleteFrom('mentions')
      .where('company_id', '=', ticket.company_id)
      .where('message_id', '=', messageId)
      .execute()
    const named = await recordMentions(db, actor, ticket, after)
    await recordAudit(db, context, {
      companyId: ticket.company_id,
      action: 'ticket.message.edit',
      subjectType: 'message',
      subjectId: messageId,
      // The texts are in `message_versions`. The audit log has only the version numbers.
      before: { version },
      after: { version: version + 1 },
    })
    await publish(db, actor, {
      companyId: ticket.company_id,
      topic: 'ticket',
      kind: 'message_edited',
      subjectId: id,
      staffOnly: before.kind === 'note',
      data: { messageId },
    })
    return presentMessage(after, files, named, actor)
  })
})
