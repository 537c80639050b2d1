// Incoming mail that was not processed automatically. Part of the tickets module.
import { z } from 'zod'
import { Id, Instant, manyOf, op, page, pageOf, staff } from './base.ts'

export const MAIL_STATES = ['waiting', 'taken', 'recorded', 'held', 'refused', 'dismissed'] as const

export const InboundMail = z.object({
  id: Id,
  state: z.enum(MAIL_STATES),
  /** The code of the reason why it was not processed. */
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
  /** Whether a user can still decide about it. */
  open: z.boolean(),
})

/** An incoming mail with its full content. */
export const WholeMail = InboundMail.extend({
  to: z.array(z.string()),
  /**
   * The full text, including quotations. If the email can’t be read in full, its text without the structure of its
   * parts. Null once the email was deleted, or if not even that can be read.
   */
  text: z.string().nullable(),
  /**
   * The part that the message on a ticket shows, its format, and the part that it shows on demand. Null when it can’t
   * be read.
   */
  message: z.object({ text: z.string(), format: z.enum(['markdown', 'plain']), folded: z.string() }).nullable(),
  /** Whether the original can be downloaded. */
  original: z.boolean(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.array(z.object({ name: z.string(), size: z.number().int() })),
})

const decided = { MAIL_DECIDED: { status: 409, message: 'Someone has already handled this email.' } }
const gone = {
  MAIL_GONE: { status: 409, message: 'This email is older than 30 days, so its content has been deleted.' },
  MAIL_UNREADABLE: {
    status: 409,
    message: 'This email can’t be read. Download the original, and copy what you need into the ticket.',
  },
}

export const mailOperations = {
  inboundMails: op('GET', '/inbound-mails', {
    roles: staff,
    tag: 'tickets',
    summary: 'List incoming emails, newest first. By default only those that need review.',
  })
    .input(z.object({ state: manyOf(z.enum(MAIL_STATES)), ...page }))
    .output(pageOf(InboundMail)),
  inboundMailCount: op('GET', '/inbound-mail-count', {
    roles: staff,
    tag: 'tickets',
    summary: 'Count the incoming emails that need review',
  }).output(z.object({ open: z.number().int() })),
  inboundMail: op('GET', '/inbound-mails/{id}', { roles: staff, tag: 'tickets', summary: 'Get an incoming email' })
    .input(z.object({ id: Id }))
    .output(WholeMail),
  inboundToTicket: op('POST', '/inbound-mails/{id}/ticket', {
    roles: staff,
    tag: 'tickets',
    summary:
      'Add an email that is on hold, rejected or recorded to a ticket, as a reply from its sender, or as an internal note if staff sent it',
  })
    .errors({
      ...decided,
      ...gone,
      TICKET_CLOSED: { status: 409, message: 'This ticket is closed. Reopen it first.' },
      TICKET_MERGED: {
        status: 409,
        message: 'This ticket was merged into another one. Add the email there.',
        data: z.object({ into: Id.optional() }).optional(),
      },
    })
    .input(
      z.object({
        id: Id,
        number: z.coerce.number('Enter a ticket number.').int().min(1, 'Enter a ticket number.'),
      }),
    )
    .output(InboundMail),
  inboundOpen: op('POST', '/inbound-mails/{id}/open', {
    roles: staff,
    tag: 'tickets',
    summary: 'Create a ticket for a partner’s user from an email that is on hold, rejected or recorded',
  })
    .errors({ ...decided, ...gone })
    .input(z.object({ id: Id, requesterId: Id }))
    .output(InboundMail),
  retryInbound: op('POST', '/inbound-mails/{id}/retry', {
    roles: staff,
    tag: 'tickets',
    summary: 'Process an email again that is on hold, rejected or recorded',
  })
    .errors({ ...decided, MAIL_GONE: gone.MAIL_GONE })
    .input(z.object({ id: Id }))
    .output(InboundMail),
  dismissInbound: op('POST', '/inbound-mails/{id}/dismiss', {
    roles: staff,
    tag: 'tickets',
    summary: 'Dismiss an email that is on hold, rejected or recorded',
  })
    .errors(decided)
    .input(z.object({ id: Id }))
    .output(InboundMail),
}
