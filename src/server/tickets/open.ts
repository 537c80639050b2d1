import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { OpenTicket, Ticket } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { createOnce } from '../platform/once.ts'
import { publish } from '../platform/publish.ts'
import { fromBook, inWhoseName } from './book.ts'
import { spendDraft } from './drafts.ts'
import { peopleNamed } from './mentions.ts'
import { priorityOf } from './policy.ts'
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
    const { watchers, companyId: of, requesterId, clientId, contactId, fileIds, ...fields } = sent
    const id = uuid()
    const { companyId, requesterId: requester_id } = await inWhoseName(db, actor, { companyId: of, requesterId })
    const { client_id, contact_id } = await fromBook(db, companyId, { clientId, contactId })
    if (watchers.length > 0) await checkWatchers(db, actor, companyId, watchers, 'watchers')
    const priority = priorityOf(input.impact, input.urgency)
    const insert = db.insertInto('tickets').values({
      ...(await slaAtOpening(platform, { companyId, priority })),
      company_id: companyId,
      id,
      ...fields,
      client_id,
      contact_id,
      priority,
      source: inboundId ? 'mail' : actor.byKey ? 'api' : 'portal',
      inbound_id: inboundId ?? null,
      requester_id,
    })
    // Sent together: one connection keeps their order, and the first that fails undoes them all.
    await Promise.all([
      insert.execute(),
      publish(db, actor, { companyId, topic: 'ticket', kind: 'opened', subjectId: id }),
      record(db, context, {
        companyId,
        action: 'ticket.open',
        subjectType: 'ticket',
        subjectId: id,
        after: { subject: input.subject },
      }),
      attach(db, context, fileIds, { companyId, ticketId: id, staffOnly: false }),
    ])
    const ticket = { company_id: companyId, id }
    const named = await peopleNamed(db, actor, companyId, input.description)
    if (watchers.length + named.length > 0) await watch(db, actor, ticket, [...watchers, ...named])
    await spendDraft(db, actor, { kind: 'new' }, draft)
    return read(db, actor, id)
  })
}
