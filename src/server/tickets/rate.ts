import { sql } from 'kysely'
import type { z } from 'zod'
import type { RateTicket, Ticket } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { isOpen, mayRate, type TicketStatus } from './policy.ts'
import { read, take } from './write.ts'

/**
 * Keeps what somebody of the company thought of a ticket: once, and changeable for some days. NOT_DONE before it is
 * resolved, RATING_FINAL when that time is over. Neither the version nor the order of the lists changes: a resolved
 * ticket still closes when it is due, and whoever edits it is not held up.
 */
export function rate(
  context: Actored,
  { id, rating, comment }: z.infer<typeof RateTicket>,
): Promise<z.infer<typeof Ticket>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const ticket = await take(db, actor, id)
    if (isOpen(ticket.status as TicketStatus)) throw refuse('NOT_DONE')
    if (!mayRate(actor, ticket)) throw refuse('RATING_FINAL')
    // Resolved once more since: another piece of work, judged anew.
    const anew = ticket.rated_at === null || (ticket.resolved_at !== null && ticket.resolved_at > ticket.rated_at)
    await db
      .updateTable('tickets')
      .set({
        rating,
        rating_comment: comment,
        rated_by: actor.userId,
        ...(anew ? { rated_at: sql<string>`now()` } : {}),
      })
      .where('company_id', '=', ticket.company_id)
      .where('id', '=', id)
      .execute()
    await record(db, context, {
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
    return read(db, actor, id)
  })
}
