// The fields of a ticket: what a row shows, what an edit changes, what a list can be filtered and sorted by, and what
// the history records. To add a field, add it to TicketRow, EditTicket and TicketFilter, and its key to TicketChange.
import { z } from 'zod'
import { Id, Instant, manyOf } from '../base.ts'
import { Person } from '../companies/index.ts'
import { Found } from './search.ts'
import { SLA_STATES, TicketSla } from './sla.ts'

export const STATUSES = [
  'new',
  'in_progress',
  'waiting_on_partner',
  'waiting_on_third_party',
  'resolved',
  'closed',
] as const

const PRIORITIES = ['P1', 'P2', 'P3', 'P4'] as const

export const TICKET_CATEGORIES = [
  'automation',
  'integration',
  'licenses',
  'reporting',
  'ai',
  'voice',
  'account',
  'billing',
  'other',
] as const

/** How many people are affected. */
export const IMPACTS = ['one', 'some', 'all'] as const

/** How soon the problem needs a solution. */
export const URGENCIES = ['low', 'medium', 'high'] as const

/** Where a ticket came from. `automation`: opened because runs of an automation failed or stopped arriving. */
const SOURCES = ['portal', 'mail', 'api', 'automation'] as const

export const SORTS = ['updated', 'created', 'number', 'priority', 'due'] as const

export const Status = z.enum(STATUSES, 'Choose a status.')

export const Priority = z.enum(PRIORITIES, 'Choose a priority.')

export const TicketCategory = z.enum(TICKET_CATEGORIES, 'Choose a category.')

export const Impact = z.enum(IMPACTS, 'Choose how many people are affected.')

export const Urgency = z.enum(URGENCIES, 'Choose how urgent it is.')

export const TicketSource = z.enum(SOURCES, 'Choose a source.')

const SUBJECT_MAX = 200

export const Subject = z
  .string('Enter a subject.')
  .trim()
  .min(1, 'Enter a subject.')
  .max(SUBJECT_MAX, `At most ${SUBJECT_MAX} characters.`)
  // A subject goes into mail subjects and table cells, so it must be one line.
  .regex(/^[^\r\n]*$/, 'Use a single line.')

export const TAG_MAX = 40

/** Maximum number of tags on a ticket. */
export const TICKET_TAGS_MAX = 20

/** One or a few words, stored in lowercase so that the same tag is not stored in two spellings. */
const Tag = z
  .string('A tag must be text.')
  .transform((text) => text.trim().replace(/\s+/g, ' ').toLowerCase())
  .pipe(
    z
      .string()
      .min(1, 'Enter at least one character.')
      .max(TAG_MAX, `At most ${TAG_MAX} characters.`)
      .regex(/^[^\p{Cc},]*$/u, 'Tags can’t contain commas.'),
  )

/** The tags of a ticket, without duplicates. */
export const Tags = z
  .array(Tag)
  .max(TICKET_TAGS_MAX, `At most ${TICKET_TAGS_MAX} tags.`)
  .transform((tags) => [...new Set(tags)])

export const TicketRow = z.object({
  id: Id,
  /** For example 1001, which is shown as T-1001. */
  number: z.number().int(),
  subject: z.string(),
  category: TicketCategory,
  impact: Impact,
  urgency: Urgency,
  priority: Priority,
  status: Status,
  company: z.object({ id: Id, name: z.string() }),
  requester: Person,
  assignee: Person.nullable(),
  /** The client that it is about. */
  client: z.object({ id: Id, name: z.string() }).nullable(),
  /** The contact that it is about, or whom to ask. */
  contact: z.object({ id: Id, name: z.string() }).nullable(),
  /**
   * The agreement that work counts toward. Null for the company's default agreement or, without one, the standard
   * terms.
   */
  agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }).nullable(),
  /** The automation that it is about. */
  installation: z.object({ id: Id, name: z.string() }).nullable(),
  tags: z.array(z.string()),
  source: TicketSource,
  /** 1 (very bad) to 5 (very good), given by the partner after the ticket is resolved or closed. */
  rating: z.number().int().nullable(),
  /** Minutes booked until now. */
  minutes: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  sla: TicketSla,
  version: z.number().int(),
  /** Only in search results. */
  found: Found.optional(),
})

export const EditTicket = z.object({
  id: Id,
  /** The version that was on the screen. If it has changed, the answer is 409. */
  version: z.coerce.number().int(),
  subject: Subject.optional(),
  category: TicketCategory.optional(),
  impact: Impact.optional(),
  urgency: Urgency.optional(),
  /**
   * Staff only, and with a reason: overrides the priority that follows from impact and urgency. Null removes the
   * override.
   */
  priority: Priority.nullable().optional(),
  priorityReason: z.string().trim().min(1, 'Enter a reason.').max(500, 'At most 500 characters.').optional(),
  clientId: Id.nullable().optional(),
  contactId: Id.nullable().optional(),
  /** Staff only: one of the company's active agreements, or null for the company's default. */
  agreementId: Id.nullable().optional(),
  /** Staff only: one of the company's automations, or null for none. */
  installationId: Id.nullable().optional(),
  tags: Tags.optional(),
})

/** The filters that the list and the CSV share. The counts can only be filtered by company. */
export const TicketFilter = z.object({
  q: z.string().max(200).optional(),
  status: manyOf(Status),
  priority: manyOf(Priority),
  category: manyOf(TicketCategory),
  /** `me`, `none` or a user's id. */
  assignee: z.union([z.enum(['me', 'none']), Id]).optional(),
  /** `me` or a user's id. */
  requester: z.union([z.enum(['me']), Id]).optional(),
  company: Id.optional(),
  /** A client's id, or `none` for the company itself. */
  client: z.union([z.enum(['none']), Id]).optional(),
  contact: Id.optional(),
  /** An agreement's id, or `none` for tickets without a selected agreement. */
  agreement: z.union([z.enum(['none']), Id]).optional(),
  /** An automation's id, or `none` for tickets about no automation. */
  installation: z.union([z.enum(['none']), Id]).optional(),
  /** Tickets with any of these tags. */
  tag: manyOf(Tag),
  source: manyOf(TicketSource),
  /** Ratings by partners, 1 to 5. */
  rating: manyOf(z.coerce.number().int().min(1).max(5)),
  /** Breached, due soon (three quarters of the time are used), or paused. */
  sla: manyOf(z.enum(SLA_STATES, 'Choose breached, due_soon or paused.')),
  // The defaults of the API. Each list of the portal declares its own, such as `queue-list.ts`.
  sort: z.enum(SORTS).default('updated'),
  order: z.enum(['asc', 'desc']).default('desc'),
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
  /** The other ticket, if there is one. */
  ticketId: Id.optional(),
  /** The owner's comment on an estimate. */
  comment: z.string().optional(),
})
