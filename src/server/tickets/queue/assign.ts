import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import type { Locked } from '../queries.ts'
import { lockTicket, readTicket, writeMessage } from '../write.ts'

/**
 * Assigns the ticket to a member of the provider's staff, or to nobody. Throws UNPROCESSABLE when the person is not
 * staff or cannot sign in, TICKET_CLOSED on a closed ticket, and what `lockTicket` throws.
 */
export const assignTicket = action(contract.tickets.assign, (context, input) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    await assignLocked(db, context, await lockTicket(db, actor, input.id, input.version), input.assigneeId)
    return readTicket(db, actor, input.id)
  })
})

/** Assigns a locked ticket. Returns false when it is assigned to this person already. Throws as `assignTicket` does. */
export async function assignLocked(
  db: Db,
  context: ActorContext,
  ticket: Locked,
  assigneeId: string | null,
): Promise<boolean> {
  const { actor } = context
  if (ticket.status === 'closed') throw refuse('TICKET_CLOSED')
  if (ticket.assignee_id === assigneeId) return false
  const people = await db
    .selectFrom('people')
    .select(['id', 'full_name', 'is_internal', 'active'])
    .where(
      'id',
      'in',
      [assigneeId, ticket.assignee_id].filter((id) => id !== null),
    )
    .execute()
  const named = (id: string | null) => people.find((p) => p.id === id)
  if (assigneeId && !(named(assigneeId)?.is_internal && named(assigneeId)?.active)) {
    throw refuse('UNPROCESSABLE', { fields: { assigneeId: ['Choose a staff member.'] } })
  }
  await db
    .updateTable('tickets')
    .set({ assignee_id: assigneeId, updated_at: sql<string>`now()`, version: ticket.version + 1 })
    .where('id', '=', ticket.id)
    .where('company_id', '=', ticket.company_id)
    .execute()
  const change = {
    type: 'assignee' as const,
    from: named(ticket.assignee_id)?.full_name ?? null,
    to: named(assigneeId)?.full_name ?? null,
  }
  await writeMessage(db, actor, ticket, { kind: 'event', change })
  await recordAudit(db, context, {
    companyId: ticket.company_id,
    action: 'ticket.assign',
    subjectType: 'ticket',
    subjectId: ticket.id,
    before: { assigneeId: ticket.assignee_id },
    after: { assigneeId },
  })
  await publish(db, actor, {
    companyId: ticket.company_id,
    topic: 'ticket',
    kind: 'assigned',
    subjectId: ticket.id,
    data: { from: ticket.assignee_id, to: assigneeId },
  })
  return true
}
