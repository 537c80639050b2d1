import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { Message, Reply } from '../../../contract/tickets/index.ts'
import { createOnce } from '../../platform/database/once.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { writeBooking } from '../../time/index.ts'
import { statusAfterReply, type TicketStatus, ticketPermissions } from '../policy.ts'
import { presentMessage } from '../present.ts'
import { ticketFileRows } from '../queries.ts'
import { changeStatus } from '../queue/change-status.ts'
import { refuseUnlessSettable } from '../queue/set-status.ts'
import { slaOnResponse } from '../sla/sla.ts'
import { attachToTicket, type FromMail, lockTicket, writeMessage } from '../write.ts'
import { consumeDraft } from './drafts.ts'
import { recordMentions } from './mentions.ts'

/**
 * Adds a public reply, or for staff an internal note, with files and optionally a new status, in one transaction, and
 * returns it. Throws TICKET_CLOSED for a public reply on a closed ticket or a status that does not reopen it; staff can
 * still add a note. Throws FORBIDDEN for a partner's note or time, UNPROCESSABLE for a status that cannot be set now,
 * ATTACHMENT_GONE for a file that does not exist, and what `lockTicket` and `writeBooking` throw.
 */
export function replyToTicket(
  context: ActorContext,
  input: z.infer<typeof Reply>,
  /** The incoming mail that the reply comes from. */
  mail?: FromMail,
): Promise<z.infer<typeof Message>> {
  const { platform, actor } = context
  // The draft is left out of the request that the idempotency key covers, so that a retry after another save counts as
  // the same message.
  const { draft, ...sent } = input
  return createOnce(context, sent, async (db) => {
    const ticket = await lockTicket(db, actor, input.id)
    const now = ticket.status as TicketStatus
    const may = ticketPermissions(actor, now)
    const note = input.kind === 'note'
    if (note && !may.note) throw refuse('FORBIDDEN')
    if (!note && !may.reply) throw refuse('TICKET_CLOSED')
    if (input.status && input.status !== now) refuseUnlessSettable(actor, now, input.status)

    const message = await writeMessage(db, actor, ticket, { kind: input.kind, body: input.body, mail })
    const to = { companyId: ticket.company_id, ticketId: ticket.id, messageId: message.id, staffOnly: note }
    // Automatic messages do not count as a first response.
    const first =
      !note && actor.kind === 'staff' && actor.role !== ('system' as string) && ticket.first_response_at === null
    await attachToTicket(db, context, input.fileIds, to)
    if (input.time)
      await writeBooking(
        db,
        context,
        {
          companyId: ticket.company_id,
          ticketId: ticket.id,
          agreementId: ticket.agreement_id,
          // Otherwise the booking finds out: a ticket on which a bought automation is set up is free, too.
          ...(ticket.source === 'automation' ? { repair: true } : {}),
          ...(note ? {} : { messageId: message.id }),
        },
        input.time,
        'time.',
      )
    const named = await recordMentions(db, actor, ticket, message)
    await consumeDraft(db, actor, { kind: input.kind, ticketId: ticket.id }, draft)
    // Partners cannot see notes, so a note must not move the ticket in the partner's list either.
    if (!note) {
      await db
        .updateTable('tickets')
        .set({
          updated_at: sql<string>`now()`,
          ...(first ? await slaOnResponse(platform, ticket, message.created_at) : {}),
        })
        .where('id', '=', ticket.id)
        .where('company_id', '=', ticket.company_id)
        .execute()
    }
    const next = input.status ?? (note ? now : statusAfterReply(actor, now))
    if (next !== now) await changeStatus(db, platform, context, ticket, next)
    await publish(db, actor, {
      companyId: ticket.company_id,
      topic: 'ticket',
      kind: input.kind,
      subjectId: ticket.id,
      staffOnly: note,
      data: { messageId: message.id, ...(next === now ? {} : { from: now, to: next }) },
    })
    if (note && next !== now)
      await publish(db, actor, {
        companyId: ticket.company_id,
        topic: 'ticket',
        kind: 'status',
        subjectId: ticket.id,
        data: { from: now, to: next },
      })
    const files =
      input.fileIds.length > 0
        ? await ticketFileRows(db, ticket.id).where('a.message_id', '=', message.id).execute()
        : []
    return presentMessage(message, files, named, actor)
  })
}

/** The action of the contract that calls `replyToTicket`. */
export const replyAction = action(contract.tickets.reply, (context, input) => replyToTicket(context, input))
