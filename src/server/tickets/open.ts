import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { OpenTicket, Ticket } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { fromBook, installationOf, inWhoseName } from './book.ts'
import { spendDraft } from './drafts.ts'
import { peopleNamed } from './mentions.ts'
import { writeOpened } from './open-ticket.ts'
import { priorityOf, TICKET_OPENED, type TicketOpenedData } from './policy.ts'
import { slaAtOpening } from './sla.ts'
import { checkWatchers, watch } from './watchers.ts'
import { attach, read } from './write.ts'

/**
 * Opens a ticket with its files: for the actor's company, or by staff in the name of a partner's user. ATTACHMENT_GONE
 * takes nothing and opens nothing; UNPROCESSABLE for a client, contact, company or user that cannot be chosen.
 */
export function open(
  context: Actored,
  input: z.infer<typeof OpenTicket>,
  /** The incoming mail that it was taken from. */
  inboundId?: string,
): Promise<z.infer<typeof Ticket>> {
  const { platform, actor } = context
  // Which draft it was is not part of what is sent: trying again after another save is the same ticket.
  const { draft, ...sent } = input
  return createOnce(context, sent, async (db) => {
    const { watchers, companyId: of, requesterId, clientId, contactId, installationId, fileIds, ...fields } = sent
    const id = uuid()
    const { companyId, requesterId: requester_id } = await inWhoseName(db, actor, { companyId: of, requesterId })
    const { client_id, contact_id } = await fromBook(db, companyId, { clientId, contactId })
    const about = await installationOf(db, companyId, installationId)
    if (watchers.length > 0) await checkWatchers(db, actor, companyId, watchers, 'watchers')
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
      source: inboundId ? 'mail' : actor.byKey ? 'api' : 'portal',
      inbound_id: inboundId ?? null,
      requester_id,
    }
    const watching = [...watchers, ...(await peopleNamed(db, actor, companyId, input.description))]
    const opened: TicketOpenedData = { companyId, ticketId: id }
    const written = Promise.all([
      ...(platform.model ? [platform.jobs.send(db, TICKET_OPENED, opened)] : []),
      writeOpened(db, context, row),
      attach(db, context, fileIds, { companyId, ticketId: id, staffOnly: false }),
    ])
    if (fileIds.length > 0 || watching.length > 0 || draft) {
      await written
      await watch(db, actor, { company_id: companyId, id }, watching)
      await spendDraft(db, actor, { kind: 'new' }, draft)
    }
    const [ticket] = await Promise.all([read(db, actor, id), written])
    return ticket
  })
}
