import type { z } from 'zod'
import type { Ticket } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { changeStatus } from './change-status.ts'
import { can, type TicketStatus } from './policy.ts'
import type { Locked } from './queries.ts'
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
    await setStatusTaken(db, context, await take(db, actor, input.id, input.version), input.status)
    return read(db, actor, input.id)
  })
}

/** Changes the status of a ticket that was taken for it; false when it has it already. Refuses as `setStatus` does. */
export async function setStatusTaken(
  db: Db,
  context: Actored,
  ticket: Locked,
  to: TicketStatus,
  { restoring = false }: { restoring?: boolean } = {},
): Promise<boolean> {
  const { platform, actor } = context
  const now = ticket.status as TicketStatus
  if (ticket.merged_into) throw refuse('TICKET_MERGED', { into: ticket.merged_into })
  if (now === to) return false
  // What is taken back goes where it was, also to a status that nobody sets.
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

/** TICKET_CLOSED or UNPROCESSABLE when the reader may not go from one status to the other. */
export function refuseUnlessSettable(actor: Actored['actor'], now: TicketStatus, to: TicketStatus): void {
  if (can(actor, now).statuses.includes(to)) return
  throw now === 'closed'
    ? refuse('TICKET_CLOSED')
    : refuse('UNPROCESSABLE', { fields: { status: ['This status cannot be set now.'] } })
}
