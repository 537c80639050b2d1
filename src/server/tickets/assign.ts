import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ticket } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import type { Locked } from './queries.ts'
import { read, take, write } from './write.ts'

/** Gives the ticket to somebody of the provider, or to nobody. UNPROCESSABLE for a person who is not of the provider, or cannot sign in. */
export function assign(
  context: Actored,
  input: { id: string; assigneeId: string | null; version?: number },
): Promise<z.infer<typeof Ticket>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    await assignTaken(db, context, await take(db, actor, input.id, input.version), input.assigneeId)
    return read(db, actor, input.id)
  })
}

/** Gives a ticket that was taken for the change to somebody; false when it is theirs already. Refuses as `assign` does. */
export async function assignTaken(
  db: Db,
  context: Actored,
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
    throw refuse('UNPROCESSABLE', { fields: { assigneeId: ['Choose somebody of the provider.'] } })
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
  await write(db, actor, ticket, { kind: 'event', change })
  await record(db, context, {
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
