import type { Db } from '../../platform/database/db.ts'
import { plainMentions } from './mention-text.ts'

/** The number of newest messages that are returned, and the most characters of each. */
const MESSAGES = 60
const LENGTH = 4_000

/** The subject of a ticket and its conversation, oldest first, as text. */
export type Conversation = NonNullable<Awaited<ReturnType<typeof readConversation>>>

/**
 * Returns a ticket and its conversation as text, with internal notes if they are wanted. Undefined when the actor has
 * no such ticket.
 */
export async function readConversation(db: Db, id: string, { notes }: { notes: boolean }) {
  const ticket = await db
    .selectFrom('tickets as t')
    .innerJoin('companies as c', 'c.id', 't.company_id')
    .leftJoin('shared_clients as k', (j) =>
      j.onRef('k.company_id', '=', 't.company_id').onRef('k.id', '=', 't.client_id'),
    )
    .leftJoin('profiles as p', 'p.id', 't.requester_id')
    .select([
      't.id',
      't.company_id',
      't.number',
      't.subject',
      't.description',
      't.status',
      't.merged_into',
      't.version',
    ])
    .select([
      't.category',
      't.impact',
      't.urgency',
      'c.name as company',
      'k.name as client',
      'p.full_name as requester',
    ])
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (!ticket) return undefined
  const rows = await db
    .selectFrom('messages as m')
    .select(['m.kind', 'm.body', 'm.author_id', 'm.author_kind', 'm.author_name', 'm.created_at'])
    .where('m.company_id', '=', ticket.company_id)
    .where('m.ticket_id', '=', id)
    .where('m.kind', 'in', notes ? ['reply', 'note'] : ['reply'])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(MESSAGES)
    .execute()
  return {
    ...ticket,
    description: plainMentions(ticket.description),
    messages: rows.toReversed().map((m) => ({ ...m, body: plainMentions(m.body).slice(0, LENGTH) })),
  }
}
