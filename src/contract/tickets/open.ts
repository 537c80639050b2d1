// Listing tickets, reading one, and opening one.
import { z } from 'zod'
import { everyone, Id, op, page, pageOf } from '../base.ts'
import { FileIds } from '../files.ts'
import { MessageBody, WATCHERS_MAX } from './conversation.ts'
import { files } from './errors.ts'
import { Impact, Subject, Tags, TicketCategory, TicketFilter, TicketRow, Urgency } from './fields.ts'
import { Ticket, TicketKey, WatcherRef } from './ticket.ts'

export const OpenTicket = z.object({
  subject: Subject,
  description: MessageBody,
  category: TicketCategory.default('other'),
  impact: Impact.default('one'),
  urgency: Urgency.default('medium'),
  /** Default: the client of the contact. */
  clientId: Id.nullable().optional(),
  contactId: Id.nullable().optional(),
  /** One of the company's automations. */
  installationId: Id.nullable().optional(),
  tags: Tags.default([]),
  /** Staff name the partner and the user for whom they open it. Partners always open it for themselves. */
  companyId: Id.optional(),
  requesterId: Id.optional(),
  fileIds: FileIds,
  watchers: z.array(WatcherRef).max(WATCHERS_MAX, `At most ${WATCHERS_MAX} watchers.`).default([]),
  /** The revision of the draft that was sent. Opening the ticket deletes the draft. */
  draft: Id.optional(),
})

export const ticketOperations = {
  list: op('GET', '/tickets', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'List tickets (partners: own company only)',
  })
    .input(TicketFilter.extend(page))
    .output(
      pageOf(TicketRow).extend({
        /** The corrected search words, when nothing matched the original ones. Null otherwise. */
        instead: z.string().nullable().optional(),
      }),
    ),
  open: op('POST', '/tickets', {
    roles: everyone,
    scope: 'tickets:write',
    tag: 'tickets',
    summary: 'Open a ticket (staff: on behalf of a partner’s user)',
    status: 201,
    creates: true,
  })
    .errors(files)
    .input(OpenTicket)
    .output(Ticket),
  get: op('GET', '/tickets/{id}', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'Get a ticket by its ID or its number, such as T-1077',
  })
    .input(z.object({ id: TicketKey }))
    .output(Ticket),
}
