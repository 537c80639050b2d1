// Mail that came in and was not simply taken: part of the tickets room.
import { z } from 'zod'
import { Id, Instant, manyOf, op, page, pageOf, staff } from './base.ts'

export const MAIL_STATES = ['waiting', 'taken', 'recorded', 'held', 'refused', 'dismissed'] as const

export const InboundMail = z.object({
  id: Id,
  state: z.enum(MAIL_STATES),
  /** Why it was not taken, as a word. */
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  sender: z.object({ email: z.string(), name: z.string(), userId: Id.nullable() }).nullable(),
  company: z.object({ id: Id, name: z.string() }).nullable(),
  subject: z.string(),
  excerpt: z.string(),
  size: z.number().int(),
  receivedAt: Instant,
  ticket: z.object({ id: Id, number: z.number().int(), subject: z.string() }).nullable(),
  decidedBy: z.string().nullable(),
  /** Whether a person may still decide about it. */
  open: z.boolean(),
})

/** A mail as it came. */
export const WholeMail = InboundMail.extend({
  to: z.array(z.string()),
  /** Everything that stands in it, quotations and all; null once the mail itself was removed. */
  text: z.string().nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.array(z.object({ name: z.string(), size: z.number().int() })),
})

const decided = { MAIL_DECIDED: { status: 409, message: 'Somebody has already decided about this mail.' } }
const gone = { MAIL_GONE: { status: 409, message: 'The mail itself was removed: it is older than 30 days.' } }

export const mailOperations = {
  inboundMails: op('GET', '/inbound-mails', {
    roles: staff,
    tag: 'tickets',
    summary: 'Mail that came in, newest first; those to be looked at unless told otherwise',
  })
    .input(z.object({ state: manyOf(z.enum(MAIL_STATES)), ...page }))
    .output(pageOf(InboundMail)),
  inboundMail: op('GET', '/inbound-mails/{id}', { roles: staff, tag: 'tickets', summary: 'One mail as it came' })
    .input(z.object({ id: Id }))
    .output(WholeMail),
  inboundToTicket: op('POST', '/inbound-mails/{id}/ticket', {
    roles: staff,
    tag: 'tickets',
    summary: 'Add a mail that was not taken to a ticket, in the name of its sender',
  })
    .errors({
      ...decided,
      ...gone,
      TICKET_CLOSED: { status: 409, message: 'This ticket is closed. Reopen it first.' },
      TICKET_MERGED: {
        status: 409,
        message: 'This ticket was merged into another one. Add the mail there.',
        data: z.object({ into: Id.optional() }).optional(),
      },
    })
    .input(
      z.object({
        id: Id,
        number: z.coerce.number('Give the number of the ticket.').int().min(1, 'Give the number of the ticket.'),
      }),
    )
    .output(InboundMail),
  inboundOpen: op('POST', '/inbound-mails/{id}/open', {
    roles: staff,
    tag: 'tickets',
    summary: 'Open a ticket from a mail that was not taken, in the name of a partner’s user',
  })
    .errors({ ...decided, ...gone })
    .input(z.object({ id: Id, requesterId: Id }))
    .output(InboundMail),
  dismissInbound: op('POST', '/inbound-mails/{id}/dismiss', {
    roles: staff,
    tag: 'tickets',
    summary: 'Set a mail that was not taken aside',
  })
    .errors(decided)
    .input(z.object({ id: Id }))
    .output(InboundMail),
}
