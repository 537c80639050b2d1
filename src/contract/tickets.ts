import { z } from 'zod'
import { everyone, Id, Instant, manyOf, op, page, pageOf, partners, staff } from './base.ts'
import { Person } from './companies.ts'
import { FileIds, FileInfo } from './files.ts'
import { hoursExhausted } from './hours.ts'
import { mailOperations } from './mails.ts'
import { Piece } from './search.ts'
import { BookTime, timerGone } from './time.ts'

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
export const SORTS = ['updated', 'created', 'number', 'priority', 'due'] as const

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

/** Where a ticket came from; automation: a run that failed opened it. */
export const SOURCES = ['portal', 'mail', 'api', 'automation'] as const
export const Source = z.enum(SOURCES, 'Choose where it came from.')
export const TAG_MAX = 40
/** Most tags on a ticket. */
export const TAGS_MAX = 20
/** One word or a few, kept in small letters, so that a tag is one however it is typed. */
export const Tag = z
  .string('A tag is text.')
  .transform((text) => text.trim().replace(/\s+/g, ' ').toLowerCase())
  .pipe(
    z
      .string()
      .min(1, 'A tag has at least one character.')
      .max(TAG_MAX, `At most ${TAG_MAX} characters.`)
      .regex(/^[^\p{Cc},]*$/u, 'A tag has no commas.'),
  )
/** The tags of a ticket; one that is named twice counts once. */
export const Tags = z
  .array(Tag)
  .max(TAGS_MAX, `At most ${TAGS_MAX} tags.`)
  .transform((tags) => [...new Set(tags)])

/** What the reader may do with a ticket now. */
export const TicketCan = z.object({
  reply: z.boolean(),
  note: z.boolean(),
  edit: z.boolean(),
  assign: z.boolean(),
  prioritise: z.boolean(),
  /** Merge, split, link. */
  merge: z.boolean(),
  rate: z.boolean(),
  /** Propose and withdraw estimates. */
  estimate: z.boolean(),
  /** Approve and decline them. */
  decide: z.boolean(),
  close: z.boolean(),
  reopen: z.boolean(),
  /** Statuses that can be set directly. */
  statuses: z.array(Status),
})

// ---- search
/** What a search found in a ticket: its subject, and the line of its text that has most of the words. */
export const Found = z.object({
  subject: z.array(Piece),
  text: z.array(Piece).nullable(),
  /** Where that line stands. */
  in: z.enum(['description', 'reply', 'note']).nullable(),
})

// ---- service levels
/** One of a ticket's two clocks. */
export const SlaClock = z.object({
  /** Null while it stands still that was not late before, and where nothing is promised. */
  dueAt: Instant.nullable(),
  metAt: Instant.nullable(),
  /** Met too late, or not met and the time is over. */
  breached: z.boolean(),
  /** While it stands still: what is left of the target, in minutes of the target's own time. */
  remainingMinutes: z.number().int().nullable(),
})
export const TicketSla = z.object({
  /** The first public reply of staff. */
  response: SlaClock,
  resolution: SlaClock,
  paused: z.object({ since: Instant, for: z.enum(['partner', 'third_party']) }).nullable(),
  /** The earlier due time of the clocks that are not met. */
  nextDueAt: Instant.nullable(),
  /** For staff: when three quarters of a target are used up. */
  soonAt: Instant.nullable(),
})
const SlaDetail = z
  .object({ targetMinutes: z.number().int(), clock: z.enum(['business', 'always']), usedMinutes: z.number().int() })
  .nullable()
/** The clocks in detail. */
export const TicketClocks = TicketSla.extend({
  /** When this was so. */
  at: Instant,
  detail: z.object({ response: SlaDetail, resolution: SlaDetail }),
  /** For staff: what it is reckoned by, and the agreement that promises it, where one does. */
  policy: z
    .object({
      id: Id,
      name: z.string(),
      agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }).nullable(),
    })
    .nullable(),
})
export const SLA_STATES = ['breached', 'due_soon', 'paused'] as const

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
  /** The end client it is about. */
  client: z.object({ id: Id, name: z.string() }).nullable(),
  /** Who it is about, or whom to ask. */
  contact: z.object({ id: Id, name: z.string() }).nullable(),
  /** What work on it counts for; null: the company's own default, else the standard terms. */
  agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }).nullable(),
  /** The automation that it is about. */
  installation: z.object({ id: Id, name: z.string() }).nullable(),
  tags: z.array(z.string()),
  source: Source,
  /** 1 (bad) to 5 (very good), given by the partner in the end. */
  rating: z.number().int().nullable(),
  /** Booked so far. */
  minutes: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  sla: TicketSla,
  version: z.number().int(),
  /** Only where words were looked for. */
  found: Found.optional(),
})

// ---- conversation: watchers, mentions, drafts, corrections, canned replies
/** Most watchers on a ticket. */
export const WATCHERS_MAX = 25
/** A watcher by what it is: a user, or a contact who has no account. */
export const WatcherRef = z.object({ kind: z.enum(['user', 'contact']), id: Id })
/** Somebody who is told of a ticket besides its requester. */
export const Watcher = z.object({
  /** Of the watching, not of the person. */
  id: Id,
  kind: z.enum(['user', 'contact']),
  personId: Id,
  name: z.string(),
  /** Only of contacts: where mails go. */
  email: z.string().nullable(),
  /** Somebody of the provider. */
  staff: z.boolean(),
  /** A mail to this contact came back: they are told of nothing for now. */
  mailsHeld: z.boolean(),
})
/** Somebody who can be chosen as a watcher or named in a text. */
export const Someone = WatcherRef.extend({
  name: z.string(),
  email: z.string().nullable(),
  staff: z.boolean(),
})

/** How long an author may put a message right. */
export const EDIT_MINUTES = 15
/** Where names of people, tickets and companies go into a canned reply. */
export const CANNED_VARIABLES = {
  'requester.name': 'The requester’s full name',
  'requester.first_name': 'The requester’s first name',
  'ticket.number': 'The number, such as T-1042',
  'ticket.subject': 'The subject',
  'ticket.priority': 'P1 to P4',
  'ticket.url': 'The ticket’s address in the portal',
  'company.name': 'The requester’s company',
  'me.name': 'Your full name',
  'me.first_name': 'Your first name',
  'provider.name': 'Our own name',
} as const
export const CannedReply = z.object({
  id: Id,
  name: z.string(),
  shortcut: z.string(),
  body: z.string(),
  updatedAt: Instant,
  updatedBy: z.string().nullable(),
  version: z.number().int(),
})
const CannedName = z
  .string('Give it a name.')
  .trim()
  .min(1, 'Give it a name.')
  .max(80, 'At most 80 characters.')
  .regex(/^[^\p{Cc}]*$/u, 'One line only.')
const CannedShortcut = z
  .string('Give it a shortcut.')
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{0,29}$/, 'Small letters, digits and hyphens, at most 30, such as “need-logs”.')
const CannedBody = z
  .string('Write the reply.')
  .max(20_000, 'At most 20,000 characters.')
  .refine((text) => text.trim() !== '', 'Write the reply.')
export const NewCannedReply = z.object({ name: CannedName, shortcut: CannedShortcut, body: CannedBody })
export const EditCannedReply = NewCannedReply.partial().extend({ id: Id, version: z.coerce.number().int() })

export const DRAFT_KINDS = ['reply', 'note', 'new'] as const
/** What somebody has written and not sent. */
export const TicketDraft = z.object({
  body: z.string(),
  /** The other fields of a ticket that is not opened yet. */
  fields: z.record(z.string(), z.unknown()).nullable(),
  files: z.array(FileInfo),
  /** Changes with every save. */
  revision: Id,
  updatedAt: Instant,
})
const DraftPlace = z
  .object({ kind: z.enum(DRAFT_KINDS), ticketId: Id.optional() })
  .refine(({ kind, ticketId }) => (kind === 'new') === (ticketId === undefined), {
    message: 'Name the ticket that is answered, and none for a new one.',
    path: ['ticketId'],
  })
/** Most of the other fields of a draft, as JSON; the database writes a number out, with up to some hundred digits. */
const FIELDS_MAX = 10_000
const fieldsSize = (fields: unknown) =>
  JSON.stringify(fields, (_, v) => (typeof v === 'number' ? '0'.repeat(400) : v)).length
export const SaveDraft = DraftPlace.safeExtend({
  body: z.string().max(100_000, 'This is too long to be kept.').default(''),
  fields: z
    .record(z.string().max(40), z.unknown())
    .refine((fields) => fieldsSize(fields) <= FIELDS_MAX, 'This is too much to be kept.')
    .nullable()
    .default(null),
  fileIds: z.array(Id).max(40, 'At most 40 files.').default([]),
  /** The revision it goes on from; null if there was none. Another one by now answers 409 with what is there. */
  revision: Id.nullable(),
})

// ---- facts: links, ratings
export const TicketRef = z.object({ id: Id, number: z.number().int(), subject: z.string(), status: Status })
/** What people can say of two tickets, read from the one to the other. */
export const LINK_KINDS = ['related', 'duplicate_of', 'caused_by'] as const
export const LinkKind = z.enum(LINK_KINDS, 'Choose how they belong together.')
/** How another ticket belongs to this one. */
export const TicketLink = z.object({
  /** Of the link; null for a ticket that was merged into this one, which cannot be taken back. */
  id: Id.nullable(),
  relation: z.enum([
    'related',
    'duplicate_of',
    'duplicated_by',
    'caused_by',
    'causes',
    'split_from',
    'split_into',
    'merged_from',
  ]),
  ticket: TicketRef,
  company: z.object({ id: Id, name: z.string() }),
})
/** For how many days a rating can be changed. */
export const RATING_DAYS = 7
export const COMMENT_MAX = 2_000
/** What the partner thought of it. */
export const TicketReview = z.object({
  rating: z.number().int().min(1).max(5),
  comment: z.string().nullable(),
  by: Person,
  at: Instant,
  changeableUntil: Instant,
})
export const RateTicket = z.object({
  id: Id,
  rating: z.coerce
    .number('Choose one to five.')
    .int('Choose one to five.')
    .min(1, 'Choose one to five.')
    .max(5, 'Choose one to five.'),
  comment: z
    .string()
    .trim()
    .max(COMMENT_MAX, `At most ${COMMENT_MAX.toLocaleString('en-US')} characters.`)
    .nullable()
    .default(null)
    .transform((text) => text || null),
})
export const MergeTicket = z.object({
  /** The one that is closed and becomes part of the other. */
  id: Id,
  intoId: Id,
  /** The version that was on the screen; another one by now answers 409. */
  version: z.coerce.number().int().optional(),
})
/** Most messages in one split. */
export const SPLIT_MAX = 50
export const SplitTicket = z.object({
  id: Id,
  messageIds: z
    .array(Id)
    .min(1, 'Choose the messages that become a ticket of their own.')
    .max(SPLIT_MAX, `At most ${SPLIT_MAX} messages.`),
  subject: Subject,
})

// ---- estimates: minutes proposed before the work
export const ESTIMATE_STATUSES = ['proposed', 'approved', 'declined', 'withdrawn', 'superseded', 'expired'] as const
export const ESTIMATE_MAX = 60_000
export const Estimate = z.object({
  id: Id,
  minutes: z.number().int(),
  note: z.string(),
  status: z.enum(ESTIMATE_STATUSES),
  proposedBy: Person,
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
  comment: z.string().nullable(),
})
export const ProposeEstimate = z.object({
  id: Id,
  minutes: z.int('Whole minutes only.').min(1, 'At least one minute.').max(ESTIMATE_MAX, 'At most 1,000 hours.'),
  note: z
    .string('Say what is included.')
    .trim()
    .min(1, 'Say what is included.')
    .max(2_000, 'At most 2,000 characters.'),
  /** Until when it can be approved; null: until it is withdrawn. */
  expiresAt: Instant.nullable().default(null),
})
export const DecideEstimate = z.object({
  id: Id,
  estimateId: Id,
  decision: z.enum(['approved', 'declined'], 'Approve or decline.'),
  comment: z
    .string()
    .trim()
    .max(2_000, 'At most 2,000 characters.')
    .nullable()
    .default(null)
    .transform((text) => text || null),
})

// ---- hours: what is left for a ticket, and what approved estimates reserve
/** What a company has for the work on a ticket, by the terms of the ticket's agreement. Minutes. */
export const TicketHours = z.object({
  balance: z.number().int(),
  /** Of it: promised by approved estimates on open tickets, this one included, and not drawn yet. */
  reserved: z.number().int(),
  /** What can still be promised: what is left of the balance, and what may be owed. */
  available: z.number().int(),
  /** How far below zero the agreement allows the balance to go. */
  allowance: z.number().int(),
  /** When no hours are left: nothing more, more is billed at the rate, or some may be owed. */
  overage: z.enum(['stop', 'bill', 'percent']),
  /** Work on it is covered by a price and draws no hours. */
  covered: z.boolean(),
  agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }).nullable(),
})
/** A ticket on which hours are reserved. */
export const Reserved = z.object({
  ticket: TicketRef,
  /** Approved in all, drawn of it, and what is left of it. */
  approved: z.number().int(),
  used: z.number().int(),
  reserved: z.number().int(),
})

export const Ticket = TicketRow.extend({
  description: z.string(),
  /** The incoming mail that it was opened from; staff can look at it whole. */
  mail: Id.nullable(),
  /** Newest first. */
  estimates: z.array(Estimate),
  /** What was approved in all, and how much that is charged was booked since the first approval; null before it. */
  budget: z.object({ minutes: z.number().int(), used: z.number().int() }).nullable(),
  attachments: z.array(FileInfo),
  priorityReason: z.string().nullable(),
  /** The ticket that this one became part of; the conversation goes on there. */
  mergedInto: TicketRef.nullable(),
  links: z.array(TicketLink),
  review: TicketReview.nullable(),
  firstResponseAt: Instant.nullable(),
  resolvedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  watchers: z.array(Watcher),
  can: TicketCan,
})

export const TicketChange = z.object({
  type: z.enum([
    'status',
    'priority',
    'assignee',
    'subject',
    'category',
    'client',
    'contact',
    'agreement',
    'installation',
    'merged_into',
    'merged_from',
    'split_into',
    'split_from',
    'linked',
    'unlinked',
    'estimate',
  ]),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The other ticket, where there is one. */
  ticketId: Id.optional(),
  /** What an owner wrote to an estimate. */
  comment: z.string().optional(),
})

export const Message = z.object({
  id: Id,
  kind: z.enum(['reply', 'note', 'event']),
  author: z.object({ id: Id.nullable(), name: z.string(), kind: z.enum(['partner', 'agent', 'system']) }),
  /** Markdown; empty for events. */
  body: z.string(),
  change: TicketChange.nullable(),
  /** The number of the ticket that it was written in, where a merge or a split moved it. */
  movedFrom: z.number().int().nullable(),
  attachments: z.array(FileInfo),
  /** The incoming mail that it was taken from; staff can look at it whole. */
  mail: Id.nullable(),
  /** Who is named in it with @, and may see it. */
  mentions: z.array(Person),
  createdAt: Instant,
  /** When its author put it right; null if never. */
  editedAt: Instant.nullable(),
  /** Until when the reader may put it right; null for what is not theirs. */
  editableUntil: Instant.nullable(),
  version: z.number().int(),
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
  /** A client's id, or `none`: about the company itself. */
  client: z.union([z.enum(['none']), Id]).optional(),
  contact: Id.optional(),
  /** An agreement's id, or `none`: where none was chosen. */
  agreement: z.union([z.enum(['none']), Id]).optional(),
  /** An automation's id, or `none`: about none of them. */
  installation: z.union([z.enum(['none']), Id]).optional(),
  /** Tickets that have any of these. */
  tag: manyOf(Tag),
  source: manyOf(Source),
  /** Given by partners: 1 to 5. */
  rating: manyOf(z.coerce.number().int().min(1).max(5)),
  /** What is late, nearly late (three quarters used up), or waits. */
  sla: manyOf(z.enum(SLA_STATES, 'Choose late, due soon or paused.')),
  sort: z.enum(SORTS).default('updated'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

export const OpenTicket = z.object({
  subject: Subject,
  description: MessageBody,
  category: Category.default('other'),
  impact: Impact.default('one'),
  urgency: Urgency.default('medium'),
  /** Left out, it is the contact's. */
  clientId: Id.nullable().optional(),
  contactId: Id.nullable().optional(),
  /** One of the company's automations. */
  installationId: Id.nullable().optional(),
  tags: Tags.default([]),
  /** Staff name the partner and the user in whose name they open it. For partners it is always themselves. */
  companyId: Id.optional(),
  requesterId: Id.optional(),
  fileIds: FileIds,
  watchers: z.array(WatcherRef).max(WATCHERS_MAX, `At most ${WATCHERS_MAX} watchers.`).default([]),
  /** The revision of the draft that this was; it is gone with the ticket opened. */
  draft: Id.optional(),
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
  clientId: Id.nullable().optional(),
  contactId: Id.nullable().optional(),
  /** Staff only: one of the company's active agreements; null leaves it to the company's default. */
  agreementId: Id.nullable().optional(),
  /** Staff only: one of the company's automations; null: it is about none. */
  installationId: Id.nullable().optional(),
  tags: Tags.optional(),
})

export const Reply = z.object({
  id: Id,
  kind: z.enum(['reply', 'note']).default('reply'),
  body: MessageBody,
  fileIds: FileIds,
  /** Set together with the message, in one transaction. */
  status: Status.optional(),
  /** The revision of the draft that this was; it is gone with the message sent. */
  draft: Id.optional(),
  /** Staff only: what it took, booked in the same transaction. */
  time: BookTime.optional(),
})

// ---- queue: bulk changes, taking them back, the next one, workload, presence
/** Most tickets in one change. */
export const BULK_MAX = 200
/** What is done to each of the tickets: one thing at a time. */
export const BulkChange = z
  .object({
    assigneeId: Id.nullable().optional(),
    status: Status.optional(),
    category: Category.optional(),
    /** Null goes back to what impact and urgency give. */
    priority: Priority.nullable().optional(),
    priorityReason: z.string().trim().min(1, 'Say why.').max(500, 'At most 500 characters.').optional(),
    addTags: Tags.optional(),
    removeTags: Tags.optional(),
    /** Whether the caller watches them. */
    watch: z.boolean().optional(),
  })
  .superRefine(({ priorityReason, ...change }, c) => {
    const named = Object.values(change).filter((v) => v !== undefined).length
    if (named !== 1) c.addIssue({ code: 'custom', message: 'Change one thing at a time.', path: [] })
    if (change.priority && !priorityReason)
      c.addIssue({ code: 'custom', message: 'Say why.', path: ['priorityReason'] })
  })
export const BulkTickets = z.object({
  tickets: z
    .array(
      z.object({
        id: Id,
        /** The version that was on the screen; another one by now leaves the ticket as it is. */
        version: z.coerce.number().int().optional(),
      }),
    )
    .min(1, 'Choose a ticket.')
    .max(BULK_MAX, `At most ${BULK_MAX} tickets at a time.`),
  change: BulkChange,
})
/** What became of one of them. */
export const BulkOutcome = z.object({
  id: Id,
  outcome: z.enum(['changed', 'skipped', 'conflict']),
  /** Why it was not changed, in words. */
  reason: z.string().nullable(),
  /** As it is now; null where it is not there. */
  ticket: TicketRow.nullable(),
})
/** How much one person of the provider has open; `person` null: what nobody has. */
export const Workload = z.object({
  person: Person.nullable(),
  open: z.number().int(),
  byPriority: z.record(Priority, z.number().int()),
  /** Waiting on the partner or a third party. */
  waiting: z.number().int(),
  /** Past what was promised. */
  overdue: z.number().int(),
  /** Three quarters of the time are used up, but not all of it. */
  dueSoon: z.number().int(),
  /** Minutes that they have booked for today, where the provider works; on whichever tickets. */
  today: z.number().int(),
})
/** Somebody of the provider who has a ticket open now. */
export const Presence = z.object({
  ticketId: Id,
  person: Person,
  /** Whether they are writing an answer or a note. */
  writing: z.boolean(),
  since: Instant,
})

const changed = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this ticket meanwhile.',
    data: z.object({ current: Ticket.optional() }).optional(),
  },
}
const decided = {
  ESTIMATE_DECIDED: {
    status: 409,
    message: 'This estimate is not open any more.',
    data: z.object({ current: Ticket.optional() }).optional(),
  },
}
const short = {
  HOURS_SHORT: {
    status: 422,
    message: 'The hours that are left do not reach for this estimate. Buy hours first, or decline it.',
    data: z
      .object({
        needed: z.number().int().optional(),
        available: z.number().int().optional(),
        missing: z.number().int().optional(),
      })
      .optional(),
  },
}
const mergedAway = {
  TICKET_MERGED: {
    status: 409,
    message: 'This ticket was merged into another one. Go on there.',
    data: z.object({ into: Id.optional() }).optional(),
  },
}
const closed = {
  TICKET_CLOSED: { status: 409, message: 'This ticket is closed. Reopen it to go on.' },
  ...mergedAway,
}
const shortcutTaken = {
  SHORTCUT_TAKEN: { status: 409, message: 'Another reply has this shortcut. Choose a different one.' },
}
const files = { ATTACHMENT_GONE: { status: 422, message: 'An attachment is not there any more. Upload it again.' } }

export const tickets = {
  list: op('GET', '/tickets', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'Tickets; partners: of their own company',
  })
    .input(TicketFilter.extend(page))
    .output(
      pageOf(TicketRow).extend({
        /** What was looked for because nothing has what was typed; null when it is that. */
        instead: z.string().nullable().optional(),
      }),
    ),
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
    roles: everyone,
    scope: 'tickets:write',
    tag: 'tickets',
    summary: 'Open a ticket; staff in the name of a partner’s user',
    status: 201,
    creates: true,
  })
    .errors(files)
    .input(OpenTicket)
    .output(Ticket),
  get: op('GET', '/tickets/{id}', { roles: everyone, scope: 'tickets:read', tag: 'tickets', summary: 'One ticket' })
    .input(z.object({ id: Id }))
    .output(Ticket),
  sla: op('GET', '/tickets/{id}/sla', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'The clocks of a ticket: what is due when, what is used up, since when it waits',
  })
    .input(z.object({ id: Id }))
    .output(TicketClocks),
  edit: op('PATCH', '/tickets/{id}', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Change subject, category, impact, urgency, priority, client, contact or tags',
  })
    .errors({ ...changed, ...closed, ...hoursExhausted })
    .input(EditTicket)
    .output(Ticket),
  messages: op('GET', '/tickets/{id}/messages', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'The conversation, oldest first; notes only for staff',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(Message)),
  reply: op('POST', '/tickets/{id}/messages', {
    roles: everyone,
    scope: 'tickets:write',
    tag: 'tickets',
    summary: 'Reply, or as staff write an internal note',
    status: 201,
    creates: true,
  })
    .errors({ ...closed, ...files, ...timerGone, ...hoursExhausted })
    .input(Reply)
    .output(Message),
  proposeEstimate: op('POST', '/tickets/{id}/estimates', {
    roles: staff,
    tag: 'tickets',
    summary: 'Propose minutes to the partner before working; takes the place of an estimate that is still open',
    status: 201,
    creates: true,
  })
    .errors(closed)
    .input(ProposeEstimate)
    .output(Ticket),
  withdrawEstimate: op('POST', '/tickets/{id}/estimates/{estimateId}/withdraw', {
    roles: staff,
    tag: 'tickets',
    summary: 'Take an open estimate back',
  })
    .errors({ ...decided, ...mergedAway })
    .input(z.object({ id: Id, estimateId: Id }))
    .output(Ticket),
  decideEstimate: op('POST', '/tickets/{id}/estimates/{estimateId}/decision', {
    roles: ['owner'],
    tag: 'tickets',
    summary: 'Approve or decline an open estimate; an approval needs hours that no other estimate reserves',
  })
    .errors({ ...decided, ...mergedAway, ...short })
    .input(DecideEstimate)
    .output(Ticket),
  hours: op('GET', '/tickets/{id}/hours', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'The hours that are left for a ticket, and how much of them approved estimates reserve',
  })
    .input(z.object({ id: Id }))
    .output(TicketHours),
  reserved: op('GET', '/tickets/reserved', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'Tickets whose approved estimates reserve hours of a company; partners: of their own',
  })
    .input(z.object({ company: Id.optional() }))
    .output(
      z.object({
        /** Minutes in all. */
        reserved: z.number().int(),
        /** The most first, at most 100. */
        items: z.array(Reserved),
      }),
    ),
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

  // ---- facts
  tags: op('GET', '/ticket-tags', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'Tags in use, the most used first; partners: of their own company',
  })
    .input(z.object({ company: Id.optional(), q: z.string().max(TAG_MAX).optional() }))
    .output(z.object({ items: z.array(z.object({ tag: z.string() })) })),
  merge: op('POST', '/tickets/{id}/merge', {
    roles: staff,
    tag: 'tickets',
    summary: 'Merge a ticket into another one of the company; it is closed and points there',
  })
    .errors({ ...changed, ...mergedAway, ...hoursExhausted })
    .input(MergeTicket)
    .output(Ticket),
  split: op('POST', '/tickets/{id}/split', {
    roles: staff,
    tag: 'tickets',
    summary: 'Move messages of a ticket into a new one',
    status: 201,
    creates: true,
  })
    .errors({ ...mergedAway, ...hoursExhausted })
    .input(SplitTicket)
    .output(Ticket),
  link: op('POST', '/tickets/{id}/links', {
    roles: staff,
    tag: 'tickets',
    summary: 'Say how a ticket belongs to another one; said again, it replaces what was said',
  })
    .errors(mergedAway)
    .input(z.object({ id: Id, otherId: Id, kind: LinkKind }))
    .output(Ticket),
  unlink: op('DELETE', '/tickets/{id}/links/{linkId}', {
    roles: staff,
    tag: 'tickets',
    summary: 'Take a link between two tickets away',
  })
    .input(z.object({ id: Id, linkId: Id }))
    .output(Ticket),
  rate: op('PUT', '/tickets/{id}/rating', {
    roles: partners,
    tag: 'tickets',
    summary: 'Rate a resolved or closed ticket once; it can be changed for 7 days',
  })
    .errors({
      ...mergedAway,
      NOT_DONE: { status: 409, message: 'This ticket is not resolved yet. Rate it when it is.' },
      RATING_FINAL: { status: 409, message: 'This was rated, and a rating can be changed for 7 days only.' },
    })
    .input(RateTicket)
    .output(Ticket),

  // ---- conversation
  editMessage: op('PATCH', '/tickets/{id}/messages/{messageId}', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Put an own message right, within 15 minutes',
  })
    .errors({
      ...closed,
      CONFLICT: {
        status: 409,
        message: 'This message was changed meanwhile, in another window.',
        data: z.object({ current: Message.optional() }).optional(),
      },
      EDIT_OVER: { status: 409, message: 'A message can be put right for 15 minutes. Write another one instead.' },
    })
    .input(z.object({ id: Id, messageId: Id, body: MessageBody, version: z.coerce.number().int() }))
    .output(Message),
  messageVersions: op('GET', '/tickets/{id}/messages/{messageId}/versions', {
    roles: staff,
    tag: 'tickets',
    summary: 'What a message said before it was put right, oldest first',
  })
    .input(z.object({ id: Id, messageId: Id }))
    .output(z.object({ items: z.array(z.object({ body: z.string(), writtenAt: Instant, replacedAt: Instant })) })),
  addWatcher: op('POST', '/tickets/{id}/watchers', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Have somebody told of this ticket; who watches already stays so',
  })
    .errors({
      ...mergedAway,
      WATCHERS_FULL: { status: 422, message: `At most ${WATCHERS_MAX} people can watch a ticket.` },
    })
    .input(z.object({ id: Id, who: WatcherRef }))
    .output(Ticket),
  removeWatcher: op('DELETE', '/tickets/{id}/watchers/{watcherId}', {
    roles: everyone,
    tag: 'tickets',
    summary: 'No longer have somebody told of this ticket',
  })
    .errors(mergedAway)
    .input(z.object({ id: Id, watcherId: Id }))
    .output(Ticket),
  people: op('GET', '/tickets/people', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Who can watch a ticket, or be named in a reply or note on it',
  })
    .input(
      z.object({
        /** None: a ticket that is not opened yet. */
        ticketId: Id.optional(),
        /** Staff only: the company of such a ticket. */
        companyId: Id.optional(),
        for: z.enum(['watch', 'reply', 'note']),
        q: z.string().max(100).default(''),
      }),
    )
    .output(z.object({ items: z.array(Someone) })),
  draft: op('GET', '/drafts', { roles: everyone, tag: 'tickets', summary: 'What you have written and not sent' })
    .input(DraftPlace)
    .output(z.object({ draft: TicketDraft.nullable() })),
  saveDraft: op('PUT', '/drafts', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Keep what you have written; with nothing in it, forget it',
  })
    .errors({
      CONFLICT: {
        status: 409,
        message: 'You wrote something else here on another device.',
        data: z.object({ current: TicketDraft.nullable().optional() }).optional(),
      },
    })
    .input(SaveDraft)
    .output(z.object({ draft: TicketDraft.nullable() })),
  cannedReplies: op('GET', '/canned-replies', {
    roles: staff,
    tag: 'tickets',
    summary: 'Answers that staff write often, by name',
  })
    .input(z.object({ q: z.string().max(100).optional(), ...page }))
    .output(pageOf(CannedReply)),
  createCannedReply: op('POST', '/canned-replies', {
    roles: staff,
    tag: 'tickets',
    summary: 'Add a canned reply',
    status: 201,
    creates: true,
  })
    .errors(shortcutTaken)
    .input(NewCannedReply)
    .output(CannedReply),
  editCannedReply: op('PATCH', '/canned-replies/{id}', {
    roles: staff,
    tag: 'tickets',
    summary: 'Change a canned reply',
  })
    .errors({
      ...shortcutTaken,
      CONFLICT: {
        status: 409,
        message: 'Somebody else changed this reply meanwhile.',
        data: z.object({ current: CannedReply.optional() }).optional(),
      },
    })
    .input(EditCannedReply)
    .output(CannedReply),
  removeCannedReply: op('DELETE', '/canned-replies/{id}', {
    roles: staff,
    tag: 'tickets',
    summary: 'Remove a canned reply',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
  previewCannedReply: op('POST', '/canned-replies/preview', {
    roles: staff,
    tag: 'tickets',
    summary: 'A canned reply as it would read, with names made up',
  })
    .input(z.object({ body: CannedBody }))
    .output(z.object({ text: z.string() })),
  renderCannedReply: op('GET', '/tickets/{id}/canned-replies/{cannedReplyId}', {
    roles: staff,
    tag: 'tickets',
    summary: 'A canned reply with the names and numbers of this ticket',
  })
    .input(z.object({ id: Id, cannedReplyId: Id }))
    .output(z.object({ text: z.string() })),
  // ---- queue
  bulk: op('POST', '/tickets/bulk', {
    roles: staff,
    tag: 'tickets',
    summary: 'Change one thing about up to 200 tickets',
    creates: true,
  })
    .input(BulkTickets)
    .output(
      z.object({
        /** Takes the change back for an hour, where there was one. */
        undo: Id.nullable(),
        items: z.array(BulkOutcome),
      }),
    ),
  undoBulk: op('POST', '/tickets/bulk/{undo}/undo', {
    roles: staff,
    tag: 'tickets',
    summary: 'Take back an own change of many tickets, except where somebody changed them since',
  })
    .errors({ ALREADY_UNDONE: { status: 409, message: 'This was taken back already.' } })
    .input(z.object({ undo: Id }))
    .output(z.object({ items: z.array(BulkOutcome) })),
  takeNext: op('POST', '/tickets/next', {
    roles: staff,
    tag: 'tickets',
    summary: 'Take the most urgent ticket that nobody has; null when there is none',
    creates: true,
  })
    .input(z.object({}).optional())
    .output(z.object({ ticket: Ticket.nullable() })),
  workload: op('GET', '/tickets/workload', {
    roles: staff,
    tag: 'tickets',
    summary: 'How much everybody of the provider has open',
  }).output(z.object({ items: z.array(Workload) })),
  presence: op('GET', '/tickets/presence', {
    roles: staff,
    tag: 'tickets',
    summary: 'Which tickets other people of the provider have open now',
  }).output(z.object({ items: z.array(Presence) })),
  present: op('POST', '/tickets/{id}/presence', {
    roles: staff,
    tag: 'tickets',
    summary: 'Say that you have a ticket open, every ten seconds as long as you do',
  })
    // `visit` is an id that the page makes for itself: what arrives of it after it left counts no more.
    .input(z.object({ id: Id, writing: z.boolean().default(false), visit: Id.optional() }))
    .output(z.object({ items: z.array(Presence) })),
  leave: op('DELETE', '/tickets/{id}/presence', {
    roles: staff,
    tag: 'tickets',
    summary: 'Say that you have a ticket open no more',
  })
    .input(z.object({ id: Id, visit: Id.optional() }))
    .output(z.object({})),
  // ---- mail that came in
  ...mailOperations,
}
