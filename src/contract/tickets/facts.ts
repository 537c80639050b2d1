// Changes to the details of a ticket, and links between tickets.
import { z } from 'zod'
import { everyone, Id, op, partners, staff } from '../base.ts'
import { hoursExhausted } from '../hours.ts'
import { changed, closed, mergedAway } from './errors.ts'
import { EditTicket, Status, Subject, TAG_MAX } from './fields.ts'
import { Ticket } from './ticket.ts'

/** Relations between two tickets, read from the first to the second. */
const LINK_KINDS = ['related', 'duplicate_of', 'caused_by'] as const

const LinkKind = z.enum(LINK_KINDS, 'Choose how the tickets are related.')

/** Days in which a rating can be changed. */
export const RATING_DAYS = 7

const COMMENT_MAX = 2_000

const RateTicket = z.object({
  id: Id,
  rating: z.coerce
    .number('Choose a rating from 1 to 5.')
    .int('Choose a rating from 1 to 5.')
    .min(1, 'Choose a rating from 1 to 5.')
    .max(5, 'Choose a rating from 1 to 5.'),
  comment: z
    .string()
    .trim()
    .max(COMMENT_MAX, `At most ${COMMENT_MAX.toLocaleString('en-US')} characters.`)
    .nullable()
    .default(null)
    .transform((text) => text || null),
})

export const MergeTicket = z.object({
  /** The ticket that is closed and merged into the other. */
  id: Id,
  intoId: Id,
  /** The version that was on the screen. If it has changed, the answer is 409. */
  version: z.coerce.number().int().optional(),
})

/** Maximum number of messages in one split. */
const SPLIT_MAX = 50

const SplitTicket = z.object({
  id: Id,
  messageIds: z
    .array(Id)
    .min(1, 'Select the messages to move to a new ticket.')
    .max(SPLIT_MAX, `At most ${SPLIT_MAX} messages.`),
  subject: Subject,
})

export const factOperations = {
  edit: op('PATCH', '/tickets/{id}', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Edit the details of a ticket',
  })
    .errors({ ...changed, ...closed, ...hoursExhausted })
    .input(EditTicket)
    .output(Ticket),
  setStatus: op('POST', '/tickets/{id}/status', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Change the status of a ticket, including resolve, close and reopen',
  })
    .errors({ ...changed, ...closed })
    .input(z.object({ id: Id, status: Status, version: z.coerce.number().int().optional() }))
    .output(Ticket),
  assign: op('POST', '/tickets/{id}/assignee', {
    roles: staff,
    tag: 'tickets',
    summary: 'Assign a ticket to a staff member, or unassign it',
  })
    .errors({ ...changed, ...closed })
    .input(z.object({ id: Id, assigneeId: Id.nullable(), version: z.coerce.number().int().optional() }))
    .output(Ticket),
  tags: op('GET', '/ticket-tags', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'List tags in use, the most used of the newest tickets first (partners: own company only)',
  })
    .input(z.object({ company: Id.optional(), q: z.string().max(TAG_MAX).optional() }))
    .output(z.object({ items: z.array(z.object({ tag: z.string() })) })),
  merge: op('POST', '/tickets/{id}/merge', {
    roles: staff,
    tag: 'tickets',
    summary: 'Merge a ticket into another one of the same company, and close it',
  })
    .errors({ ...changed, ...mergedAway, ...hoursExhausted })
    .input(MergeTicket)
    .output(Ticket),
  split: op('POST', '/tickets/{id}/split', {
    roles: staff,
    tag: 'tickets',
    summary: 'Move messages from a ticket to a new one',
    status: 201,
    creates: true,
  })
    .errors({ ...mergedAway, ...hoursExhausted })
    .input(SplitTicket)
    .output(Ticket),
  link: op('POST', '/tickets/{id}/links', {
    roles: staff,
    tag: 'tickets',
    summary: 'Link a ticket to another one; replaces the existing link between the two',
  })
    .errors(mergedAway)
    .input(z.object({ id: Id, otherId: Id, kind: LinkKind }))
    .output(Ticket),
  unlink: op('DELETE', '/tickets/{id}/links/{linkId}', {
    roles: staff,
    tag: 'tickets',
    summary: 'Remove a link between two tickets',
  })
    .input(z.object({ id: Id, linkId: Id }))
    .output(Ticket),
  rate: op('PUT', '/tickets/{id}/rating', {
    roles: partners,
    tag: 'tickets',
    summary: 'Rate a resolved or closed ticket; the rating can be changed for 7 days',
  })
    .errors({
      ...mergedAway,
      NOT_DONE: { status: 409, message: 'This ticket isn’t resolved yet. You can rate it once it is.' },
      NOT_ANSWERED: {
        status: 409,
        message: 'This ticket was closed before we replied, so there is nothing to rate.',
      },
      RATING_FINAL: { status: 409, message: 'This rating is final. A rating can be changed for 7 days.' },
    })
    .input(RateTicket)
    .output(Ticket),
}
