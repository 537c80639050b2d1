import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { lockTicket, readTicket } from '../write.ts'
import { endOpen, openEstimate } from './estimates.ts'
import { moveEstimate } from './move-estimate.ts'

/**
 * Withdraws an open estimate. A ticket that was waiting on the partner goes back to in progress. Throws NOT_FOUND when
 * the ticket never had it, ESTIMATE_DECIDED when it is no longer open, and what `lockTicket` throws.
 */
export const withdrawEstimate = action(contract.tickets.withdrawEstimate, (context, { id, estimateId }) =>
  context.platform.db.asActor(context.actor, async (db) => {
    const ticket = await lockTicket(db, context.actor, id)
    const estimate = await openEstimate(db, ticket, estimateId, () => readTicket(db, context.actor, id))
    await endOpen(db, ticket, 'withdrawn')
    await moveEstimate(db, context, ticket, estimate, 'withdrawn')
    return readTicket(db, context.actor, id)
  }),
)
