import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { lockTicket, readTicket } from '../write.ts'
import { openEstimate } from './estimates.ts'
import { moveEstimate } from './move-estimate.ts'
import { reserveMinutes } from './promised.ts'

/**
 * Approves or declines an open estimate. A ticket that was waiting on the partner goes back to in progress. Records who
 * decided, when, and from which address. Throws NOT_FOUND when the ticket never had it, ESTIMATE_DECIDED, with the
 * ticket as it is now, when the estimate is no longer open: the row lock lets one of two simultaneous decisions
 * through, and the other finds it decided. Throws HOURS_SHORT when an approval would need hours that the company does
 * not have or that other estimates reserve, and what `lockTicket` throws.
 */
export const decideEstimate = action(
  contract.tickets.decideEstimate,
  (context, { id, estimateId, decision, comment }) =>
    context.platform.db.asActor(context.actor, async (db) => {
      const { actor } = context
      const ticket = await lockTicket(db, actor, id)
      const estimate = await openEstimate(db, ticket, estimateId, () => readTicket(db, actor, id))
      if (decision === 'approved') await reserveMinutes(db, ticket, estimate.minutes)
      await db
        .updateTable('estimates')
        .set({
          status: decision,
          decided_by: actor.userId,
          decided_at: sql<string>`now()`,
          decided_ip: context.address || null,
          comment,
        })
        .where('company_id', '=', ticket.company_id)
        .where('id', '=', estimate.id)
        .execute()
      await moveEstimate(db, context, ticket, estimate, decision, { comment })
      return readTicket(db, actor, id)
    }),
)
