import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import { createOnce } from '../../platform/database/once.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { lockTicket, readTicket } from '../write.ts'
import { endOpen } from './estimates.ts'
import { EXPIRE_ESTIMATE, type ExpireData } from './expire-estimate.ts'
import { moveEstimate } from './move-estimate.ts'

/**
 * Proposes minutes for a ticket before the work. A previous open estimate is superseded, and the ticket waits on the
 * partner. Throws TICKET_CLOSED on a closed ticket, UNPROCESSABLE when the estimate would expire in the past, and what
 * `lockTicket` throws.
 */
export const proposeEstimate = action(contract.tickets.proposeEstimate, (context, input) => {
  const { platform, actor } = context
  return createOnce(context, input, async (db) => {
    const ticket = await lockTicket(db, actor, input.id)
    if (ticket.status === 'closed') throw refuse('TICKET_CLOSED')
    const { minutes, note, expiresAt } = input
    const left = expiresAt ? Date.parse(expiresAt) - Date.now() : undefined
    if (left !== undefined && left <= 0)
      throw refuse('UNPROCESSABLE', { fields: { expiresAt: ['Choose a time in the future.'] } })
    await endOpen(db, ticket, 'superseded')
    const estimate = { id: uuid(), minutes }
    await db
      .insertInto('estimates')
      .values({
        ...estimate,
        company_id: ticket.company_id,
        ticket_id: ticket.id,
        note,
        expires_at: expiresAt,
        proposed_by: actor.userId,
      })
      .execute()
    await moveEstimate(db, context, ticket, estimate, 'proposed', { note })
    if (left !== undefined) {
      const data: ExpireData = { companyId: ticket.company_id, ticketId: ticket.id, estimateId: estimate.id }
      await platform.jobs.send(db, EXPIRE_ESTIMATE, data, { after: Math.ceil(left / 1000) + 1 })
    }
    return readTicket(db, actor, ticket.id)
  })
})
