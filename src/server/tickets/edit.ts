import { sql } from 'kysely'
import type { z } from 'zod'
import type { EditTicket, Ticket } from '../../contract/tickets.ts'
import { agreementOf } from '../agreements/index.ts'
import { clientOf, contactOf } from '../contacts/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { countAnew } from '../time/index.ts'
import { installationOf } from './book.ts'
import { can, priorityOf, type TicketStatus } from './policy.ts'
import type { Locked } from './queries.ts'
import { slaOnFacts } from './sla.ts'
import { read, take, write } from './write.ts'

/**
 * Changes what the ticket is about. The priority follows impact and urgency unless staff set another, with a reason;
 * null takes that back. CONFLICT when somebody was faster, TICKET_CLOSED, FORBIDDEN for a partner setting a priority.
 */
export function edit(context: Actored, wanted: z.infer<typeof EditTicket>): Promise<z.infer<typeof Ticket>> {
  return context.platform.db.asActor(context.actor, (db) => editWithin(db, context, wanted))
}

/** The same within the caller's transaction. */
export async function editWithin(
  db: Db,
  context: Actored,
  { id, version, ...wanted }: z.infer<typeof EditTicket>,
): Promise<z.infer<typeof Ticket>> {
  const { actor } = context
  await editTaken(db, context, await take(db, actor, id, version), wanted)
  return read(db, actor, id)
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
  if ((wanted.agreementId !== undefined || wanted.installationId !== undefined) && actor.kind !== 'staff')
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
    agreement_id: book.agreement.id,
    installation_id: book.installation.id,
    tags,
  }
  const before = Object.fromEntries(Object.keys(after).map((k) => [k, ticket[k as keyof typeof after]])) as typeof after
  if (JSON.stringify(before) === JSON.stringify(after)) return false

  const { priority_reason, agreement_id, installation_id, ...common } = after
  await db
    .updateTable('tickets')
    .set({
      ...common,
      ...(actor.kind === 'staff' ? { priority_reason, agreement_id, installation_id } : {}),
      ...(before.priority === after.priority && before.agreement_id === after.agreement_id
        ? {}
        : await slaOnFacts(context.platform, ticket, after)),
      updated_at: sql<string>`now()`,
      version: ticket.version + 1,
    })
    .where('id', '=', id)
    .where('company_id', '=', ticket.company_id)
    .execute()
  if (before.agreement_id !== after.agreement_id) await countAnew(db, context, ticket.company_id, { ticketId: id })
  for (const type of ['subject', 'category', 'priority'] as const) {
    if (before[type] !== after[type])
      await write(db, actor, ticket, { kind: 'event', change: { type, from: before[type], to: after[type] } })
  }
  for (const type of ['client', 'contact', 'agreement', 'installation'] as const) {
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

/** Client, contact, agreement and automation as they are wanted, with their names and those that stood there; what stays is not checked again. */
async function fromBookAnew(
  db: Db,
  ticket: Locked,
  wanted: Pick<z.infer<typeof EditTicket>, 'clientId' | 'contactId' | 'agreementId' | 'installationId'>,
): Promise<{ client: Chosen; contact: Chosen; agreement: Chosen; installation: Chosen }> {
  const same = (id: string | null): Chosen => ({ id, name: null, was: null })
  const book = {
    client: same(ticket.client_id),
    contact: same(ticket.contact_id),
    agreement: same(ticket.agreement_id),
    installation: same(ticket.installation_id),
  }
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
  if (wanted.agreementId !== undefined && wanted.agreementId !== ticket.agreement_id) {
    const agreement = wanted.agreementId ? await agreementOf(db, company_id, wanted.agreementId) : undefined
    const was = await db
      .selectFrom('agreements')
      .select(['number', 'name'])
      .where('id', '=', ticket.agreement_id)
      .executeTakeFirst()
    const named = (a: { number: number; name: string } | undefined) => (a ? `A-${a.number} ${a.name}` : null)
    book.agreement = { id: agreement?.id ?? null, name: named(agreement), was: named(was) }
  }
  if (wanted.installationId !== undefined && wanted.installationId !== ticket.installation_id) {
    const now = await installationOf(db, company_id, wanted.installationId)
    const was = await installationOf(db, company_id, ticket.installation_id)
    book.installation = { id: now?.id ?? null, name: now?.name ?? null, was: was?.name ?? null }
  }
  return book
}
