import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { ProposeEstimate, Ticket } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { endOpen } from './estimates.ts'
import { EXPIRE_ESTIMATE, type ExpireData } from './expire-estimate.ts'
import { moveEstimate } from './move-estimate.ts'
import { read, take } from './write.ts'

/**
 * Proposes minutes for a ticket before the work. What was open before is superseded; the ticket waits on the partner.
 * TICKET_CLOSED on a closed ticket, UNPROCESSABLE when it would run out in the past.
 */
export function proposeEstimate(
  context: Actored,
  input: z.infer<typeof ProposeEstimate>,
): Promise<z.infer<typeof Ticket>> {
  const { platform, actor } = context
  return createOnce(context, input, async (db) => {
    const ticket = await take(db, actor, input.id)
    if (ticket.status === 'closed') throw refuse('TICKET_CLOSED')
    const { minutes, note, expiresAt } = input
    const left = expiresAt ? Date.parse(expiresAt) - Date.now() : undefined
    if (left !== undefined && left <= 0)
      throw refuse('UNPROCESSABLE', { fields: { expiresAt: ['Choose a time that is still to come.'] } })
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
    return read(db, actor, ticket.id)
  })
}
