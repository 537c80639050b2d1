import { z } from 'zod'
import { everyone, Id, Instant, manyOf, op, page, pageOf, partners, staff } from './base.ts'
import { Person } from './companies.ts'
import { FileIds, FileInfo } from './files.ts'

export const STATUSES = [
  'new',
  'in_progress',
  'waiting_on_partner',
  'waiting_on_third_party',
  'resolved',
  'closed',
] as const
export const PRIORITIES = ['P1', 'P2', 'P3', 'P4'] as const
export const CATEGORIES = [
  'automation',
  'integration',
  'licences',
  'reporting',
  'ai',
  'voice',
  'account',
  'billing',
  'other',
] as const
/** How many are affected. */
export const IMPACTS = ['one', 'some', 'all'] as const
/** How soon it hurts. */
export const URGENCIES = ['low', 'medium', 'high'] as const
export const SORTS = ['updated', 'created', 'number', 'priority'] as const

export const Status = z.enum(STATUSES, 'Choose a status.')
export const Priority = z.enum(PRIORITIES, 'Choose a priority.')
export const Category = z.enum(CATEGORIES, 'Choose what it is about.')
export const Impact = z.enum(IMPACTS, 'Choose how many are affected.')
export const Urgency = z.enum(URGENCIES, 'Choose how soon it is needed.')

export const SUBJECT_MAX = 200
export const BODY_MAX = 50_000
export const Subject = z
  .string('Say in one line what it is about.')
  .trim()
  .min(1, 'Say in one line what it is about.')
  .max(SUBJECT_MAX, `At most ${SUBJECT_MAX} characters.`)
  // A subject becomes the head of a mail and a cell of a table: one line.
  .regex(/^[^\r\n]*$/, 'One line only.')
const Body = z.string('Write something first.').max(BODY_MAX, `At most ${BODY_MAX.toLocaleString('en-US')} characters.`)
export const MessageBody = Body.refine((text) => text.trim() !== '', 'Write something first.')

/** What the reader may do with a ticket now. */
export const TicketCan = z.object({
  reply: z.boolean(),
  note: z.boolean(),
  edit: z.boolean(),
  assign: z.boolean(),
  prioritise: z.boolean(),
  close: z.boolean(),
  reopen: z.boolean(),
  /** Statuses that can be set directly. */
  statuses: z.array(Status),
})

export const TicketRow = z.object({
  id: Id,
  /** 1001; people see T-1001. */
  number: z.number().int(),
  subject: z.string(),
  category: Category,
  impact: Impact,
  urgency: Urgency,
  priority: Priority,
  status: Status,
  company: z.object({ id: Id, name: z.string() }),
  requester: Person,
  assignee: Person.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
})

export const Ticket = TicketRow.extend({
  description: z.string(),
  attachments: z.array(FileInfo),
  priorityReason: z.string().nullable(),
  source: z.enum(['portal', 'mail', 'api', 'automation']),
  tags: z.array(z.string()),
  firstResponseAt: Instant.nullable(),
  resolvedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  can: TicketCan,
})

export const TicketChange = z.object({
  type: z.enum(['status', 'priority', 'assignee', 'subject', 'category']),
  from: z.string().nullable(),
  to: z.string().nullable(),
})

export const Message = z.object({
  id: Id,
  kind: z.enum(['reply', 'note', 'event']),
  author: z.object({ id: Id.nullable(), name: z.string(), kind: z.enum(['partner', 'agent', 'system']) }),
  /** Markdown; empty for events. */
  body: z.string(),
  change: TicketChange.nullable(),
  attachments: z.array(FileInfo),
  createdAt: Instant,
})

/** The filters that the list, the counts' head and the CSV share. */
export const TicketFilter = z.object({
  q: z.string().max(200).optional(),
  status: manyOf(Status),
  priority: manyOf(Priority),
  category: manyOf(Category),
  /** `me`, `none` or a person's id. */
  assignee: z.union([z.enum(['me', 'none']), Id]).optional(),
  /** `me` or a person's id. */
  requester: z.union([z.enum(['me']), Id]).optional(),
  company: Id.optional(),
  sort: z.enum(SORTS).default('updated'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

export const OpenTicket = z.object({
  subject: Subject,
  description: MessageBody,
  category: Category.default('other'),
  impact: Impact.default('one'),
  urgency: Urgency.default('medium'),
  fileIds: FileIds,
})

export const EditTicket = z.object({
  id: Id,
  /** The version that was on the screen; another one by now answers 409. */
  version: z.coerce.number().int(),
  subject: Subject.optional(),
  category: Category.optional(),
  impact: Impact.optional(),
  urgency: Urgency.optional(),
  /** Staff only, together with a reason: overrides what impact and urgency give; null goes back to that. */
  priority: Priority.nullable().optional(),
  priorityReason: z.string().trim().min(1, 'Say why.').max(500, 'At most 500 characters.').optional(),
})

export const Reply = z.object({
  id: Id,
  kind: z.enum(['reply', 'note']).default('reply'),
  body: MessageBody,
  fileIds: FileIds,
  /** Set together with the message, in one transaction. */
  status: Status.optional(),
})

const changed = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this ticket meanwhile.',
    data: z.object({ current: Ticket.optional() }).optional(),
  },
}
const closed = { TICKET_CLOSED: { status: 409, message: 'This ticket is closed. Reopen it to go on.' } }
const files = { ATTACHMENT_GONE: { status: 422, message: 'An attachment is not there any more. Upload it again.' } }

export const tickets = {
  list: op('GET', '/tickets', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'Tickets; partners: of their own company',
  })
    .input(TicketFilter.extend(page))
    .output(pageOf(TicketRow)),
  counts: op('GET', '/tickets/counts', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'How many tickets are in each status',
  })
    .input(z.object({ company: Id.optional() }))
    .output(
      z.object({ byStatus: z.record(Status, z.number().int()), unassigned: z.number().int(), mine: z.number().int() }),
    ),
  open: op('POST', '/tickets', {
    roles: partners,
    scope: 'tickets:write',
    tag: 'tickets',
    summary: 'Open a ticket',
    status: 201,
    creates: true,
  })
    .errors(files)
    .input(OpenTicket)
    .output(Ticket),
  get: op('GET', '/tickets/{id}', { roles: everyone, scope: 'tickets:read', tag: 'tickets', summary: 'One ticket' })
    .input(z.object({ id: Id }))
    .output(Ticket),
  edit: op('PATCH', '/tickets/{id}', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Change subject, category, impact, urgency or priority',
  })
    .errors({ ...changed, ...closed })
    .input(EditTicket)
    .output(Ticket),
  messages: op('GET', '/tickets/{id}/messages', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'The conversation, oldest first; notes only for staff',
  })
    .input(z.object({ id: Id, ...page, limit: page.limit.default(100) }))
    .output(pageOf(Message)),
  reply: op('POST', '/tickets/{id}/messages', {
    roles: everyone,
    scope: 'tickets:write',
    tag: 'tickets',
    summary: 'Reply, or as staff write an internal note',
    status: 201,
    creates: true,
  })
    .errors({ ...closed, ...files })
    .input(Reply)
    .output(Message),
  setStatus: op('POST', '/tickets/{id}/status', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Change the status: also resolve, close, reopen',
  })
    .errors({ ...changed, ...closed })
    .input(z.object({ id: Id, status: Status, version: z.coerce.number().int().optional() }))
    .output(Ticket),
  assign: op('POST', '/tickets/{id}/assignee', {
    roles: staff,
    tag: 'tickets',
    summary: 'Give the ticket to somebody of the provider, or to nobody',
  })
    .errors({ ...changed, ...closed })
    .input(z.object({ id: Id, assigneeId: Id.nullable(), version: z.coerce.number().int().optional() }))
    .output(Ticket),
}
