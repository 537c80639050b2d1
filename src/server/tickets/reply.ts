import { sql } from 'kysely'
import type { z } from 'zod'
import type { Message, Reply } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { publish } from '../platform/publish.ts'
import { bookTime } from '../time/index.ts'
import { changeStatus } from './change-status.ts'
import { spendDraft } from './drafts.ts'
import { mention } from './mentions.ts'
import { can, statusAfterReply, type TicketStatus } from './policy.ts'
import { presentMessage } from './present.ts'
import { filesOf } from './queries.ts'
import { refuseUnlessSettable } from './set-status.ts'
import { slaOnResponse } from './sla.ts'
import { attach, take, write } from './write.ts'

/**
 * Adds a public reply, or for staff an internal note, with files and if wanted a status, all in one transaction.
 * TICKET_CLOSED on a closed ticket, FORBIDDEN for a partner's note, ATTACHMENT_GONE for a file that is not there.
 */
export function reply(
  context: Actored,
  input: z.infer<typeof Reply>,
  /** The incoming mail that it was taken from. */
  inboundId?: string,
): Promise<z.infer<typeof Message>> {
  const { platform, actor } = context
  // Which draft it was is not part of what is sent: trying again after another save is the same message.
  const { draft, ...sent } = input
  return createOnce(context, sent, async (db) => {
    const ticket = await take(db, actor, input.id)
    const now = ticket.status as TicketStatus
    const may = can(actor, now)
    const note = input.kind === 'note'
    if (note && !may.note) throw refuse('FORBIDDEN')
    if (!note && !may.reply) throw refuse('TICKET_CLOSED')
    if (input.status && input.status !== now) refuseUnlessSettable(actor, now, input.status)

    const message = await write(db, actor, ticket, { kind: input.kind, body: input.body, inboundId })
    const to = { companyId: ticket.company_id, ticketId: ticket.id, messageId: message.id, staffOnly: note }
    // What the product says by itself answers nobody.
    const first =
      !note && actor.kind === 'staff' && actor.role !== ('system' as string) && ticket.first_response_at === null
    await attach(db, context, input.fileIds, to)
    if (input.time)
      await bookTime(
        db,
        context,
        {
          companyId: ticket.company_id,
          ticketId: ticket.id,
          agreementId: ticket.agreement_id,
          repair: ticket.source === 'automation',
          ...(note ? {} : { messageId: message.id }),
        },
        input.time,
        'time.',
      )
    const named = await mention(db, actor, ticket, message)
    await spendDraft(db, actor, { kind: input.kind, ticketId: ticket.id }, draft)
    // A note is invisible to the partner: it must not move the ticket in the partner's list either.
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
      input.fileIds.length > 0 ? await filesOf(db, ticket.id).where('a.message_id', '=', message.id).execute() : []
    return presentMessage(message, files, named, actor)
  })
}
