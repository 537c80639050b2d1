import { sql } from 'kysely'
import type { z } from 'zod'
import type { EditTicket, Ticket } from '../../contract/tickets.ts'
import { clientOf, contactOf } from '../contacts/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { can, priorityOf, type TicketStatus } from './policy.ts'
import type { Locked } from './queries.ts'
import { slaOnPriority } from './sla.ts'
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
    await editTaken(db, context, await take(db, actor, id, version), wanted)
    return read(db, actor, id)
  })
}

/** Changes a ticket that was taken for it; false when it is so already. Refuses as `edit` does. */
export async function editTaken(
  db: Db,
  context: Actored,
  ticket: Locked,
  wanted: Omit<z.infer<typeof EditTicket>, 'id' | 'version'>,
): Promise<boolean> {
  const { actor } = context
  const { id } = ticket
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
    tags = ticket.tags,
  } = wanted
  const book = await fromBookAnew(db, ticket, wanted)
  const overridden = wanted.priority === undefined ? ticket.priority_reason !== null : wanted.priority !== null
  const priority = overridden ? (wanted.priority ?? ticket.priority) : priorityOf(impact as 'one', urgency as 'low')
  const after = {
    subject,
    category,
    impact,
    urgency,
    priority,
    priority_reason: overridden ? (wanted.priorityReason ?? ticket.priority_reason) : null,
    client_id: book.client.id,
    contact_id: book.contact.id,
    tags,
  }
  const before = Object.fromEntries(Object.keys(after).map((k) => [k, ticket[k as keyof typeof after]])) as typeof after
  if (JSON.stringify(before) === JSON.stringify(after)) return false

  const { priority_reason, ...common } = after
  await db
    .updateTable('tickets')
    .set({
      ...common,
      ...(actor.kind === 'staff' ? { priority_reason } : {}),
      ...(before.priority === after.priority ? {} : await slaOnPriority(context.platform, ticket, after.priority)),
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
  for (const type of ['client', 'contact'] as const) {
    if (before[`${type}_id`] !== after[`${type}_id`]) {
      const { was: from, name: to } = book[type]
      await write(db, actor, ticket, { kind: 'event', change: { type, from, to } })
    }
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
  return true
}

type Chosen = { id: string | null; name: string | null; was: string | null }

/** Client and contact as they are wanted, with their names and those that stood there; what stays is not checked again. */
async function fromBookAnew(
  db: Db,
  ticket: Locked,
  wanted: Pick<z.infer<typeof EditTicket>, 'clientId' | 'contactId'>,
): Promise<{ client: Chosen; contact: Chosen }> {
  const same = (id: string | null): Chosen => ({ id, name: null, was: null })
  const book = { client: same(ticket.client_id), contact: same(ticket.contact_id) }
  const { company_id } = ticket
  if (wanted.clientId !== undefined && wanted.clientId !== ticket.client_id) {
    const client = await clientOf(db, company_id, wanted.clientId)
    const was = await db.selectFrom('clients').select('name').where('id', '=', ticket.client_id).executeTakeFirst()
    book.client = { id: client?.id ?? null, name: client?.name ?? null, was: was?.name ?? null }
  }
  if (wanted.contactId !== undefined && wanted.contactId !== ticket.contact_id) {
    const contact = wanted.contactId ? await contactOf(db, company_id, wanted.contactId) : undefined
    const was = await db
      .selectFrom('contacts')
      .select('full_name')
      .where('id', '=', ticket.contact_id)
      .executeTakeFirst()
    book.contact = { id: contact?.id ?? null, name: contact?.full_name ?? null, was: was?.full_name ?? null }
  }
  return book
}
