// Steps that several actions share: the rows they write, always within the caller's transaction.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { brand } from '../../../brand.config.ts'
import type { Ticket, TicketChange } from '../../contract/tickets/index.ts'
import { claimFiles } from '../files/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { presentTicket } from './present.ts'
import { type Locked, lockTicketRow, messageColumns, wholeTicket } from './queries.ts'

/** Returns the ticket as the actor sees it. Throws NOT_FOUND when the actor has no such ticket. */
export async function readTicket(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Ticket>> {
  const [row] = await wholeTicket(db, { id })
  if (!row) throw refuse('NOT_FOUND')
  return presentTicket(row, actor)
}

/**
 * Locks the ticket for a change and returns it. Throws NOT_FOUND when the actor has no such ticket, TICKET_MERGED when
 * it was merged into another, CONFLICT, with the ticket as it is now, when `version` is not the current one.
 */
export async function lockTicket(db: Db, actor: Actor, id: string, version?: number): Promise<Locked> {
  const ticket = await lockTicketRow(db, id)
  if (!ticket) throw refuse('NOT_FOUND')
  if (ticket.merged_into) throw refuse('TICKET_MERGED', { into: ticket.merged_into })
  if (version !== undefined && version !== ticket.version)
    throw refuse('CONFLICT', { current: await readTicket(db, actor, id) })
  return ticket
}

const kindOf = (actor: Actor) => (actor.role === 'system' ? 'system' : actor.kind === 'staff' ? 'agent' : 'partner')
const nameOf = (actor: Actor) =>
  actor.role === 'system'
    ? sql<string>`${brand.shortName}::text`
    : sql<string>`(select full_name from profiles where id = ${actor.userId})`

/** The incoming mail that a message comes from, how its text is shown, and the part that is shown on demand only. */
export type FromMail = { id: string; format: 'markdown' | 'plain'; folded: string }

/** Inserts a message by the actor and returns the columns from which it is presented. */
export async function writeMessage(
  db: Db,
  actor: Actor,
  ticket: { company_id: string; id: string },
  message:
    | { kind: 'reply' | 'note'; body: string; mail?: FromMail | undefined }
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
      inbound_id: message.kind === 'event' ? null : (message.mail?.id ?? null),
      format: (message.kind === 'event' ? undefined : message.mail?.format) ?? 'markdown',
      folded: (message.kind === 'event' ? '' : message.mail?.folded) || null,
    })
    .returning(messageColumns)
    .executeTakeFirstOrThrow()
}

/**
 * Attaches uploaded files to a message, or without one to the ticket's description. Throws ATTACHMENT_GONE when a file
 * does not exist.
 */
export async function attachToTicket(
  db: Db,
  { actor }: Pick<ActorContext, 'actor'>,
  fileIds: string[],
  to: { companyId: string; ticketId: string; messageId?: string; staffOnly: boolean },
): Promise<void> {
  if (fileIds.length === 0) return
  await claimFiles(db, actor, fileIds, { companyId: to.companyId, staffOnly: to.staffOnly })
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
