import { sql } from 'kysely'
import type { z } from 'zod'
import type { EditTicket, Ticket } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { can, priorityOf, type TicketStatus } from './policy.ts'
import { read, take, write } from './write.ts'

/**
 * Changes what the ticket is about. The priority follows impact and urgency unless staff set another, with a reason;
 * null takes that back. CONFLICT when somebody was faster, TICKET_CLOSED, FORBIDDEN for a partner setting a priority.
 */
export function edit(
  context: Actored,
  { id, version, ...wanted }: z.infer<typeof EditTicket>,
): Promise<z.infer<typeof Ticket>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const ticket = await take(db, actor, id, version)
    const may = can(actor, ticket.status as TicketStatus)
    if (!may.edit) throw refuse('TICKET_CLOSED')
    if ((wanted.priority !== undefined || wanted.priorityReason !== undefined) && !may.prioritise)
      throw refuse('FORBIDDEN')
    if (wanted.priority && !wanted.priorityReason)
      throw refuse('UNPROCESSABLE', { fields: { priorityReason: ['Say why.'] } })

    if (wanted.priorityReason && wanted.priority === undefined && ticket.priority_reason === null) {
      throw refuse('UNPROCESSABLE', { fields: { priority: ['Choose the priority that this is the reason for.'] } })
    }
    const {
      subject = ticket.subject,
      category = ticket.category,
      impact = ticket.impact,
      urgency = ticket.urgency,
    } = wanted
    const overridden = wanted.priority === undefined ? ticket.priority_reason !== null : wanted.priority !== null
    const priority = overridden ? (wanted.priority ?? ticket.priority) : priorityOf(impact as 'one', urgency as 'low')
    const after = {
      subject,
      category,
      impact,
      urgency,
      priority,
      priority_reason: overridden ? (wanted.priorityReason ?? ticket.priority_reason) : null,
    }
    const before = Object.fromEntries(
      Object.keys(after).map((k) => [k, ticket[k as keyof typeof after]]),
    ) as typeof after
    if (JSON.stringify(before) === JSON.stringify(after)) return read(db, actor, id)

    const { priority_reason, ...common } = after
    await db
      .updateTable('tickets')
      .set({
        ...common,
        ...(actor.kind === 'staff' ? { priority_reason } : {}),
        updated_at: sql<string>`now()`,
        version: ticket.version + 1,
      })
      .where('id', '=', id)
      .where('company_id', '=', ticket.company_id)
      .execute()
    for (const type of ['subject', 'category', 'priority'] as const) {
      if (before[type] !== after[type])
        await write(db, actor, ticket, { kind: 'event', change: { type, from: before[type], to: after[type] } })
    }
    await record(db, context, {
      companyId: ticket.company_id,
      action: 'ticket.edit',
      subjectType: 'ticket',
      subjectId: id,
      before,
      after,
      reason: wanted.priorityReason,
    })
    await publish(db, actor, { companyId: ticket.company_id, topic: 'ticket', kind: 'edited', subjectId: id })
    return read(db, actor, id)
  })
}
