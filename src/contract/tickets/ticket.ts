// A full ticket and its parts.
import { z } from 'zod'
import { Id, Instant } from '../base.ts'
import { Person } from '../companies/index.ts'
import { FileInfo } from '../files.ts'
import { Status, TicketRow } from './fields.ts'

/** A ticket number as it is shown, such as T-1001. */
export const TicketNumber = z.string().regex(/^T-[1-9]\d{0,8}$/i, 'Enter a ticket number, such as T-1077.')

/** A ticket, by its id or its number. */
export const TicketKey = z.union([Id, TicketNumber], 'Enter the ID of a ticket or its number, such as T-1077.')

/** The actions that the reader may take on a ticket now. */
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

export const TicketRef = z.object({ id: Id, number: z.number().int(), subject: z.string(), status: Status })

/** How another ticket relates to this one. */
export const TicketLink = z.object({
  /** The id of the link. Null for a ticket that was merged into this one, which cannot be undone. */
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

/** The partner's rating and comment. */
export const TicketReview = z.object({
  rating: z.number().int().min(1).max(5),
  comment: z.string().nullable(),
  by: Person,
  at: Instant,
  changeableUntil: Instant,
})

const ESTIMATE_STATUSES = ['proposed', 'approved', 'declined', 'withdrawn', 'superseded', 'expired'] as const

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

/** A watcher, which is a user or a contact without an account. */
export const WatcherRef = z.object({ kind: z.enum(['user', 'contact']), id: Id })

/** Whether mail on the company's behalf reaches an address, as in `ContactMail`. `account`: the person can sign in. */
export const MailReach = z.enum(['account', 'confirmed', 'not_confirmed', 'not_approved', 'blocked'])

/** A person who is notified about a ticket without being its requester. */
export const Watcher = z.object({
  /** The id of the watcher entry, not of the person. */
  id: Id,
  kind: z.enum(['user', 'contact']),
  personId: Id,
  name: z.string(),
  /** For contacts only: the mail address. */
  email: z.string().nullable(),
  /** Whether the watcher is staff. */
  staff: z.boolean(),
  /** Whether mail to this contact bounced. They are not notified for now. */
  mailsHeld: z.boolean(),
  /** For contacts only: whether mail reaches them, as in `ContactMail`. `account`: they have an account. */
  mail: MailReach.nullable(),
})

export const Ticket = TicketRow.extend({
  description: z.string(),
  /** How the description is shown: `plain` as it was written, as in plain text mail. */
  descriptionFormat: z.enum(['markdown', 'plain']),
  /** The remaining plain text of the mail that it was opened from: probably quotations and signatures. */
  folded: z.string().nullable(),
  /** The incoming mail that it was opened from. Staff can view the full mail. */
  mail: Id.nullable(),
  /** Newest first. */
  estimates: z.array(Estimate),
  /** Minutes approved in total, and charged minutes booked since the first approval. Null before the first approval. */
  budget: z.object({ minutes: z.number().int(), used: z.number().int() }).nullable(),
  attachments: z.array(FileInfo),
  priorityReason: z.string().nullable(),
  /** The ticket that this one was merged into. The conversation continues there. */
  mergedInto: TicketRef.nullable(),
  links: z.array(TicketLink),
  review: TicketReview.nullable(),
  firstResponseAt: Instant.nullable(),
  resolvedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  watchers: z.array(Watcher),
  can: TicketCan,
})
