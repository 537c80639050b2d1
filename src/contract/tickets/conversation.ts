// Messages and watchers.
import { z } from 'zod'
import { everyone, Id, Instant, op, page, pageOf, staff } from '../base.ts'
import { Person } from '../companies/index.ts'
import { FileIds, FileInfo } from '../files.ts'
import { hoursExhausted } from '../hours.ts'
import { BookTime, timerGone } from '../time.ts'
import { closed, files, mergedAway } from './errors.ts'
import { Status, TicketChange } from './fields.ts'
import { MailReach, Ticket, WatcherRef } from './ticket.ts'

export const MESSAGE_BODY_MAX = 50_000

const Body = z
  .string('Enter a message.')
  .max(MESSAGE_BODY_MAX, `At most ${MESSAGE_BODY_MAX.toLocaleString('en-US')} characters.`)

export const MessageBody = Body.refine((text) => text.trim() !== '', 'Enter a message.')

/** Maximum number of watchers on a ticket. */
export const WATCHERS_MAX = 25

/** A person who can be added as a watcher or mentioned in a text. */
export const Someone = WatcherRef.extend({
  name: z.string(),
  email: z.string().nullable(),
  staff: z.boolean(),
  /** For contacts only: whether mail reaches them. */
  mail: MailReach.nullable(),
})

/** Minutes in which an author can edit a message. */
export const EDIT_MINUTES = 15

export const Message = z.object({
  id: Id,
  kind: z.enum(['reply', 'note', 'event']),
  author: z.object({ id: Id.nullable(), name: z.string(), kind: z.enum(['partner', 'agent', 'system']) }),
  /** Empty for events. */
  body: z.string(),
  /** How the body is shown: `plain` as it was written, as in plain text mail. */
  format: z.enum(['markdown', 'plain']),
  /** The remaining plain text of the mail that it came from: probably quotations and signatures. */
  folded: z.string().nullable(),
  change: TicketChange.nullable(),
  /** The number of the ticket that it was written in, if a merge or a split moved it. */
  movedFrom: z.number().int().nullable(),
  attachments: z.array(FileInfo),
  /** The incoming mail that it was created from. Staff can view the full mail. */
  mail: Id.nullable(),
  /** People who are mentioned in it with @ and may see it. */
  mentions: z.array(Person),
  createdAt: Instant,
  /** When its author last edited it, or null. */
  editedAt: Instant.nullable(),
  /** Until when the reader may edit it, or null when it is not theirs. */
  editableUntil: Instant.nullable(),
  version: z.number().int(),
})

export const Reply = z.object({
  id: Id,
  kind: z.enum(['reply', 'note']).default('reply'),
  body: MessageBody,
  fileIds: FileIds,
  /** Set together with the message, in one transaction. */
  status: Status.optional(),
  /** The revision of the draft that was sent. Sending the message deletes the draft. */
  draft: Id.optional(),
  /** Staff only: the time spent on it, booked in the same transaction. */
  time: BookTime.optional(),
})

export const conversationOperations = {
  messages: op('GET', '/tickets/{id}/messages', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'List the messages of a ticket, oldest first (internal notes: staff only)',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(Message)),
  reply: op('POST', '/tickets/{id}/messages', {
    roles: everyone,
    scope: 'tickets:write',
    tag: 'tickets',
    summary: 'Reply to a ticket, or add an internal note (staff only)',
    status: 201,
    creates: true,
  })
    .errors({ ...closed, ...files, ...timerGone, ...hoursExhausted })
    .input(Reply)
    .output(Message),
  editMessage: op('PATCH', '/tickets/{id}/messages/{messageId}', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Edit your own message within 15 minutes',
  })
    .errors({
      ...closed,
      CONFLICT: {
        status: 409,
        message: 'This message was changed in another window. Review the changes and try again.',
        data: z.object({ current: Message.optional() }).optional(),
      },
      EDIT_OVER: { status: 409, message: 'Messages can only be edited for 15 minutes. Send another one instead.' },
    })
    .input(z.object({ id: Id, messageId: Id, body: MessageBody, version: z.coerce.number().int() }))
    .output(Message),
  messageVersions: op('GET', '/tickets/{id}/messages/{messageId}/versions', {
    roles: staff,
    tag: 'tickets',
    summary: 'List earlier versions of a message, oldest first',
  })
    .input(z.object({ id: Id, messageId: Id }))
    .output(z.object({ items: z.array(z.object({ body: z.string(), writtenAt: Instant, replacedAt: Instant })) })),
  addWatcher: op('POST', '/tickets/{id}/watchers', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Add a watcher to a ticket; does nothing if they already watch it',
  })
    .errors({
      ...mergedAway,
      WATCHERS_FULL: { status: 422, message: `A ticket can have at most ${WATCHERS_MAX} watchers.` },
    })
    .input(z.object({ id: Id, who: WatcherRef }))
    .output(Ticket),
  removeWatcher: op('DELETE', '/tickets/{id}/watchers/{watcherId}', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Remove a watcher from a ticket',
  })
    .errors(mergedAway)
    .input(z.object({ id: Id, watcherId: Id }))
    .output(Ticket),
  people: op('GET', '/tickets/people', {
    roles: everyone,
    tag: 'tickets',
    summary: 'List the people who can watch a ticket or be mentioned in it',
  })
    .input(
      z.object({
        /** Omitted for a ticket that is not open yet. */
        ticketId: Id.optional(),
        /** Staff only: the company of a ticket that is not open yet. */
        companyId: Id.optional(),
        for: z.enum(['watch', 'reply', 'note']),
        q: z.string().max(100).default(''),
      }),
    )
    .output(z.object({ items: z.array(Someone) })),
}
