import { contract } from '../../../contract/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { type TicketStatus, ticketPermissions } from '../policy.ts'
import type { Locked } from '../queries.ts'
import { lockTicket, readTicket } from '../write.ts'
import { changeStatus } from './change-status.ts'

/**
 * Changes the status of a ticket. Throws NOT_FOUND, TICKET_CLOSED for any change of a closed ticket but reopening it,
 * UNPROCESSABLE for a status that the actor may not set now, CONFLICT when the version is not the current one, and
 * TICKET_MERGED for a ticket that was merged into another.
 */
export const setTicketStatus = action(contract.tickets.setStatus, (context, input) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    await setStatusLocked(db, context, await lockTicket(db, actor, input.id, input.version), input.status)
    return readTicket(db, actor, input.id)
  })
})

/**
 * Changes the status of a locked ticket. Returns false if it already has this status. Throws as `setTicketStatus` does.
 */
export async function setStatusLocked(
  db: Db,
  context: ActorContext,
  ticket: Locked,
  to: TicketStatus,
  { restoring = false }: { restoring?: boolean } = {},
): Promise<boolean> {
  const { platform, actor } = context
  const now = ticket.status as TicketStatus
  if (ticket.merged_into) throw refuse('TICKET_MERGED', { into: ticket.merged_into })
  if (now === to) return false
  // An undo restores the earlier status, even one that nobody can set.
  if (!restoring) refuseUnlessSettable(actor, now, to)
  await changeStatus(db, platform, context, ticket, to)
  await publish(db, actor, {
    companyId: ticket.company_id,
    topic: 'ticket',
    kind: 'status',
    subjectId: ticket.id,
    data: { from: now, to },
  })
  return true
}

/** Throws TICKET_CLOSED or UNPROCESSABLE when the actor may not go from one status to the other. */
export function refuseUnlessSettable(actor: ActorContext['actor'], now: TicketStatus, to: TicketStatus): void {
  if (ticketPermissions(actor, now).statuses.includes(to)) return
  throw now === 'closed'
    ? refuse('TICKET_CLOSED')
    : refuse('UNPROCESSABLE', {
        fields: { status: ['This ticket can’t be set to this status. Choose another status.'] },
      })
}
