import type { z } from 'zod'
import type { Ticket } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { publish } from '../platform/publish.ts'
import { changeStatus } from './change-status.ts'
import { can, type TicketStatus } from './policy.ts'
import { read, take } from './write.ts'

/**
 * Changes the status: begin, wait, resolve, close, reopen. TICKET_CLOSED for anything but reopening a closed one,
 * UNPROCESSABLE for a status that the reader may not set now, CONFLICT when somebody was faster.
 */
export function setStatus(
  context: Actored,
  input: { id: string; status: TicketStatus; version?: number },
): Promise<z.infer<typeof Ticket>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const ticket = await take(db, actor, input.id, input.version)
    const now = ticket.status as TicketStatus
    if (now === input.status) return read(db, actor, input.id)
    refuseUnlessSettable(actor, now, input.status)
    await changeStatus(db, platform, context, ticket, input.status)
    await publish(db, actor, {
      companyId: ticket.company_id,
      topic: 'ticket',
      kind: 'status',
      subjectId: ticket.id,
      data: { from: now, to: input.status },
    })
    return read(db, actor, input.id)
  })
}

/** TICKET_CLOSED or UNPROCESSABLE when the reader may not go from one status to the other. */
export function refuseUnlessSettable(actor: Actored['actor'], now: TicketStatus, to: TicketStatus): void {
  if (can(actor, now).statuses.includes(to)) return
  throw now === 'closed'
    ? refuse('TICKET_CLOSED')
    : refuse('UNPROCESSABLE', { fields: { status: ['This status cannot be set now.'] } })
}
