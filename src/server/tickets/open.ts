import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { OpenTicket, Ticket } from '../../contract/tickets/index.ts'
import { welcomeContacts } from '../contacts/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import type { ActorContext } from '../platform/http/api.ts'
import { consumeDraft } from './conversation/drafts.ts'
import { peopleNamed } from './conversation/mentions.ts'
import { addTicketWatchers, checkWatchers } from './conversation/watchers.ts'
import { checkClientAndContact, installationOf, requesterFor } from './facts/check-references.ts'
import { insertTicket } from './open-ticket.ts'
import { priorityOf, TICKET_OPENED, type TicketOpenedData } from './policy.ts'
import { slaAtOpening } from './sla/sla.ts'
import { attachToTicket, type FromMail, readTicket } from './write.ts'

/**
 * Opens a ticket with its files and returns it: for the actor's company, or by staff in the name of a partner's user.
 * Throws ATTACHMENT_GONE for a file that does not exist, and then opens nothing; UNPROCESSABLE for a client, contact,
 * company, user, automation or watcher that cannot be chosen.
 */
export function openTicketFor(
  context: ActorContext,
  input: z.infer<typeof OpenTicket>,
  /** The incoming mail that the ticket comes from. */
  mail?: FromMail,
): Promise<z.infer<typeof Ticket>> {
  const { platform, actor } = context
  // The draft is left out of the request that the idempotency key covers, so that a retry after another save counts as
  // the same ticket.
  const { draft, ...sent } = input
  return createOnce(context, sent, async (db) => {
    const { watchers, companyId: of, requesterId, clientId, contactId, installationId, fileIds, ...fields } = sent
    const id = uuid()
    const { companyId, requesterId: requester_id } = await requesterFor(db, actor, { companyId: of, requesterId })
    const { client_id, contact_id } = await checkClientAndContact(db, companyId, { clientId, contactId })
    const about = await installationOf(db, companyId, installationId)
    if (watchers.length > 0) await checkWatchers(db, actor, companyId, watchers, 'watchers')
    const contactIds = watchers.flatMap((w) => (w.kind === 'contact' ? [w.id] : []))
    await welcomeContacts({ platform, db, actor }, companyId, contactIds, 'watchers')
    const priority = priorityOf(input.impact, input.urgency)
    const row = {
      ...(await slaAtOpening(platform, { company_id: companyId, agreement_id: null, priority })),
      company_id: companyId,
      id,
      ...fields,
      client_id,
      contact_id,
      installation_id: about?.id ?? null,
      priority,
      source: mail ? 'mail' : actor.byKey ? 'api' : 'portal',
      inbound_id: mail?.id ?? null,
      description_format: mail?.format ?? 'markdown',
      folded: mail?.folded || null,
      requester_id,
    }
    const watching = [...watchers, ...(await peopleNamed(db, actor, companyId, input.description))]
    const opened: TicketOpenedData = { companyId, ticketId: id }
    const written = Promise.all([
      ...(platform.model ? [platform.jobs.send(db, TICKET_OPENED, opened)] : []),
      insertTicket(db, context, row),
      attachToTicket(db, context, fileIds, { companyId, ticketId: id, staffOnly: false }),
    ])
    if (fileIds.length > 0 || watching.length > 0 || draft) {
      await written
      await addTicketWatchers(db, actor, { company_id: companyId, id }, watching)
      await consumeDraft(db, actor, { kind: 'new' }, draft)
    }
    const [ticket] = await Promise.all([readTicket(db, actor, id), written])
    return ticket
  })
}

/** The action of the contract that calls `openTicketFor`. */
export const openAction = action(contract.tickets.open, (context, input) => openTicketFor(context, input))
