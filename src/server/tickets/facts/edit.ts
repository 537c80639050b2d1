import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { EditTicket, Impact, Ticket, TicketChange, Urgency } from '../../../contract/tickets/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { changedColumns, editFields, exceedsRights, listFieldChanges, pickWritten } from '../../platform/field-edits.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { recalculateCharges } from '../../time/index.ts'
import { ticketFields } from '../fields.ts'
import { priorityOf, type TicketStatus, ticketPermissions } from '../policy.ts'
import type { Locked } from '../queries.ts'
import { slaOnFacts } from '../sla/sla.ts'
import { lockTicket, readTicket, writeMessage } from '../write.ts'

type ChangeType = z.infer<typeof TicketChange>['type']

/**
 * Edits the fields of a ticket. The priority follows impact and urgency unless staff set another one with a reason;
 * null removes that override. Throws what `lockTicket` throws, TICKET_CLOSED, FORBIDDEN when a partner sets a priority,
 * an agreement or an automation, UNPROCESSABLE on fields that are not valid, HOURS_EXHAUSTED when the hours do not
 * cover the time already entered under another agreement.
 */
export const editTicket = action(contract.tickets.edit, (context, wanted) => {
  return context.platform.db.asActor(context.actor, (db) => editWithin(db, context, wanted))
})

/** Edits a ticket within the caller's transaction and returns it. Throws as `editTicket` does. */
export async function editWithin(
  db: Db,
  context: ActorContext,
  { id, version, ...wanted }: z.infer<typeof EditTicket>,
): Promise<z.infer<typeof Ticket>> {
  const { actor } = context
  await editLocked(db, context, await lockTicket(db, actor, id, version), wanted)
  return readTicket(db, actor, id)
}

/** Edits a locked ticket. Returns false when nothing changes. Throws as `editTicket` does. */
export async function editLocked(
  db: Db,
  context: ActorContext,
  ticket: Locked,
  wanted: Omit<z.infer<typeof EditTicket>, 'id' | 'version'>,
): Promise<boolean> {
  const { actor } = context
  const { id } = ticket
  const may = ticketPermissions(actor, ticket.status as TicketStatus)
  if (!may.edit) throw refuse('TICKET_CLOSED')
  if (exceedsRights(ticketFields, actor.kind, wanted)) throw refuse('FORBIDDEN')
  if (wanted.priority && !wanted.priorityReason)
    throw refuse('UNPROCESSABLE', { fields: { priorityReason: ['Enter a reason.'] } })

  if (wanted.priorityReason && wanted.priority === undefined && ticket.priority_reason === null) {
    throw refuse('UNPROCESSABLE', { fields: { priority: ['Choose the priority this reason is for.'] } })
  }
  const { priority: _, priorityReason: __, ...fields } = wanted
  const edited = await editFields(ticketFields, db, ticket.company_id, ticket, fields)
  const chosen: Locked = { ...ticket, ...edited.columns }
  const now: Locked = { ...chosen, ...priorityAfter(chosen, wanted) }
  const [before, after] = [ticket, now].map((t) => pickWritten(ticketFields, t)) as [object, object]
  const set = changedColumns(before, after)
  if (Object.keys(set).length === 0) return false

  await db
    .updateTable('tickets')
    .set({
      ...set,
      ...(ticket.priority === now.priority && ticket.agreement_id === now.agreement_id
        ? {}
        : await slaOnFacts(context.platform, ticket, now)),
      updated_at: sql<string>`now()`,
      version: ticket.version + 1,
    })
    .where('id', '=', id)
    .where('company_id', '=', ticket.company_id)
    .execute()
  if (ticket.agreement_id !== now.agreement_id)
    await recalculateCharges(db, context, ticket.company_id, { ticketId: id })
  const changes = listFieldChanges(ticketFields, ticket, now, edited.names)
  for (const { field, from, to } of changes)
    await writeMessage(db, actor, ticket, { kind: 'event', change: { type: field as ChangeType, from, to } })
  await recordAudit(db, context, {
    companyId: ticket.company_id,
    action: 'ticket.edit',
    subjectType: 'ticket',
    subjectId: id,
    before,
    after,
    reason: wanted.priorityReason,
  })
  const notified = changes.filter((c) => c.notify)
  await publish(db, actor, {
    companyId: ticket.company_id,
    topic: 'ticket',
    kind: 'edited',
    subjectId: id,
    ...(notified.length > 0 ? { data: { changes: notified } } : {}),
  })
  return true
}

/** Returns the priority and its reason: what staff want now, what they set before, or what impact and urgency give. */
function priorityAfter(ticket: Locked, wanted: Pick<z.infer<typeof EditTicket>, 'priority' | 'priorityReason'>) {
  const overridden = wanted.priority === undefined ? ticket.priority_reason !== null : wanted.priority !== null
  return overridden
    ? {
        priority: wanted.priority ?? ticket.priority,
        priority_reason: wanted.priorityReason ?? ticket.priority_reason,
      }
    : {
        priority: priorityOf(ticket.impact as z.infer<typeof Impact>, ticket.urgency as z.infer<typeof Urgency>),
        priority_reason: null,
      }
}
