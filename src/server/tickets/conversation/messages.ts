import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { decodeCursor, pageOf } from '../../platform/database/cursor.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { presentMessage } from '../present.ts'
import { mentionsOf, messageColumns, ticketFileRows } from '../queries.ts'

/**
 * Returns the conversation of a ticket, oldest first. Only staff get notes: row-level security hides them from
 * partners. Throws NOT_FOUND when the actor has no such ticket.
 */
export const listMessages = action(contract.tickets.messages, ({ platform, actor }, { id, limit, cursor }) => {
  const after = decodeCursor(cursor, 'written', 'instant')
  return platform.db.asActor(actor, async (db) => {
    let query = db
      .selectFrom('messages')
      .select(messageColumns)
      .select((e) =>
        e
          .selectFrom('tickets as s')
          .select('s.number')
          .whereRef('s.company_id', '=', 'messages.company_id')
          .whereRef('s.id', '=', 'messages.moved_from')
          .as('moved_number'),
      )
      .where('ticket_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit + 1)
    if (after) query = query.where(sql<boolean>`(created_at, id) > (${after.value}::timestamptz, ${after.id}::uuid)`)
    const [ticket, found] = await Promise.all([
      db.selectFrom('tickets').select('id').where('id', '=', id).executeTakeFirst(),
      query.execute(),
    ])
    if (!ticket) throw refuse('NOT_FOUND')
    const page = pageOf(found, limit, (last) => ({ order: 'written', value: last.created_at, id: last.id }))
    const ids = page.rows.map((row) => row.id)
    const [files, mentions] =
      ids.length === 0
        ? [[], []]
        : await Promise.all([
            ticketFileRows(db, id).where('a.message_id', 'in', ids).execute(),
            mentionsOf(db, id).where('m.message_id', 'in', ids).execute(),
          ])
    const byMessage = Map.groupBy(files, (f) => f.message_id)
    const named = Map.groupBy(mentions, (m) => m.message_id)
    return {
      items: page.rows.map((r) => presentMessage(r, byMessage.get(r.id) ?? [], named.get(r.id), actor)),
      nextCursor: page.nextCursor,
    }
  })
})
