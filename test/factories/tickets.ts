import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Messages, Tickets } from '../../src/server/platform/database/db.types.ts'
import { priorityOf } from '../../src/server/tickets/policy.ts'
import type { MadeUser, Owner } from './people.ts'

/** Returns a UUIDv7 for this time, so that rows in the past sort correctly. */
export const idAt = (at: Date): string => uuid({ msecs: at.getTime() })

type TicketFields = Partial<Insertable<Tickets>> & { requester: MadeUser }

/** Creates a ticket of its requester's company. */
export async function makeTicket(
  db: Owner,
  { requester, ...fields }: TicketFields,
): Promise<{ id: string; number: number; company_id: string }> {
  const impact = (fields.impact ?? 'one') as 'one'
  const urgency = (fields.urgency ?? 'medium') as 'medium'
  return db
    .insertInto('tickets')
    .values({
      company_id: requester.companyId,
      id: uuid(),
      subject: 'A scheduled run did not start',
      description: 'It should have started at six.',
      category: 'automation',
      impact,
      urgency,
      priority: priorityOf(impact, urgency),
      requester_id: requester.id,
      ...fields,
    })
    .returning(['id', 'number', 'company_id'])
    .executeTakeFirstOrThrow()
}

type MessageFields = Partial<Insertable<Messages>> & {
  ticket: { id: string; company_id: string }
  author: MadeUser
  byStaff: boolean
}

/** Creates a message on a ticket. Default: a public reply. */
export async function makeMessage(
  db: Owner,
  { ticket, author, byStaff, ...fields }: MessageFields,
): Promise<{ id: string }> {
  return db
    .insertInto('messages')
    .values({
      company_id: ticket.company_id,
      id: uuid(),
      ticket_id: ticket.id,
      kind: 'reply',
      author_id: author.id,
      author_kind: byStaff ? 'agent' : 'partner',
      author_name: author.fullName,
      body: 'Thanks, that helped.',
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
