import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { EDIT_MINUTES, type Message } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { mention } from './mentions.ts'
import { presentMessage } from './present.ts'
import { filesOf, mentionsOf, messageColumns } from './queries.ts'
import { take } from './write.ts'

/**
 * Puts an own reply or note right within 15 minutes; what it said before is kept. Who is named in it now is named from
 * now on, but only who is newly named becomes a watcher. NOT_FOUND for what is not the actor's, EDIT_OVER, CONFLICT with
 * the message as it is, TICKET_CLOSED.
 */
export function editMessage(
  context: Actored,
  { id, messageId, body, version }: { id: string; messageId: string; body: string; version: number },
): Promise<z.infer<typeof Message>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const ticket = await take(db, actor, id)
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
      filesOf(db, id).where('a.message_id', '=', messageId).execute(),
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
    const named = await mention(db, actor, ticket, after)
    await record(db, context, {
      companyId: ticket.company_id,
      action: 'ticket.message.edit',
      subjectType: 'message',
      subjectId: messageId,
      // The texts themselves are in message_versions: an audit line must not carry a note to where partners read.
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
}
