// The steps that several verbs share: the rows they write, always within the caller's transaction.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { brand } from '../../../brand.config.ts'
import type { Ticket, TicketChange } from '../../contract/tickets.ts'
import { claim } from '../files/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { presentTicket } from './present.ts'
import { type Locked, lock, messageColumns, whole } from './queries.ts'

/** The ticket as the actor sees it. NOT_FOUND when the actor has no such ticket. */
export async function read(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Ticket>> {
  const [row] = await whole(db, { id })
  if (!row) throw refuse('NOT_FOUND')
  return presentTicket(row, actor)
}

/** Takes the ticket for a change. NOT_FOUND without it; TICKET_MERGED for one that is only a pointer; CONFLICT, with the ticket as it is now, when `version` is not the current one. */
export async function take(db: Db, actor: Actor, id: string, version?: number): Promise<Locked> {
  const ticket = await lock(db, id)
  if (!ticket) throw refuse('NOT_FOUND')
  if (ticket.merged_into) throw refuse('TICKET_MERGED', { into: ticket.merged_into })
  if (version !== undefined && version !== ticket.version)
    throw refuse('CONFLICT', { current: await read(db, actor, id) })
  return ticket
}

const kindOf = (actor: Actor) => (actor.role === 'system' ? 'system' : actor.kind === 'staff' ? 'agent' : 'partner')
const nameOf = (actor: Actor) =>
  actor.role === 'system'
    ? sql<string>`${brand.shortName}::text`
    : sql<string>`(select full_name from profiles where id = ${actor.userId})`

/** Writes a message by the actor. */
export async function write(
  db: Db,
  actor: Actor,
  ticket: { company_id: string; id: string },
  message:
    | { kind: 'reply' | 'note'; body: string; inboundId?: string | undefined }
    | { kind: 'event'; change: z.infer<typeof TicketChange> },
) {
  return db
    .insertInto('messages')
    .values({
      company_id: ticket.company_id,
      id: uuid(),
      ticket_id: ticket.id,
      kind: message.kind,
      author_id: actor.role === 'system' ? null : actor.userId,
      author_kind: kindOf(actor),
      author_name: nameOf(actor),
      body: message.kind === 'event' ? '' : message.body,
      data: message.kind === 'event' ? JSON.stringify(message.change) : null,
      inbound_id: message.kind === 'event' ? null : (message.inboundId ?? null),
    })
    .returning(messageColumns)
    .executeTakeFirstOrThrow()
}

/** Takes uploaded files over into a ticket's description (no message) or message. ATTACHMENT_GONE if one is not there. */
export async function attach(
  db: Db,
  { actor }: Pick<Actored, 'actor'>,
  fileIds: string[],
  to: { companyId: string; ticketId: string; messageId?: string; staffOnly: boolean },
): Promise<void> {
  if (fileIds.length === 0) return
  await claim(db, actor, fileIds, { companyId: to.companyId, staffOnly: to.staffOnly })
  await db
    .insertInto('attachments')
    .values(
      [...new Set(fileIds)].map((file_id) => ({
        company_id: to.companyId,
        id: uuid(),
        ticket_id: to.ticketId,
        message_id: to.messageId ?? null,
        file_id,
        staff_only: to.staffOnly,
      })),
    )
    .execute()
}
