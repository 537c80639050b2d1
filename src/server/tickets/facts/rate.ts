import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { canRate, isOpen, type TicketStatus } from '../policy.ts'
import { lockTicket, readTicket } from '../write.ts'

/**
 * Stores a partner's rating of a ticket: one per ticket, which can be changed for some days. Throws NOT_DONE before the
 * ticket is resolved, NOT_ANSWERED when its own company closed it before staff replied, RATING_FINAL when the time for
 * changes is over, and what `lockTicket` throws. The ticket's version and its place in lists do not change, so a
 * resolved ticket still closes when it is due and nobody who is editing it gets a conflict.
 */
export const rateTicket = action(contract.tickets.rate, (context, { id, rating, comment }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const ticket = await lockTicket(db, actor, id)
    if (isOpen(ticket.status as TicketStatus)) throw refuse('NOT_DONE')
    if (ticket.closed_unanswered) throw refuse('NOT_ANSWERED')
    if (!canRate(actor, ticket)) throw refuse('RATING_FINAL')
    // Resolved again since the last rating: that is new work with a new rating.
    const isNewRating =
      ticket.rated_at === null || (ticket.resolved_at !== null && ticket.resolved_at > ticket.rated_at)
    await db
      .updateTable('tickets')
      .set({
        rating,
        rating_comment: comment,
        rated_by: actor.userId,
        ...(isNewRating ? { rated_at: sql<string>`now()` } : {}),
      })
      .where('company_id', '=', ticket.company_id)
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId: ticket.company_id,
      action: 'ticket.rate',
      subjectType: 'ticket',
      subjectId: id,
      before: { rating: ticket.rating },
      after: { rating },
    })
    await publish(db, actor, {
      companyId: ticket.company_id,
      topic: 'ticket',
      kind: 'rated',
      subjectId: id,
      data: { score: rating },
    })
    return readTicket(db, actor, id)
  })
})
