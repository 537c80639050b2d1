// Operations of staff on many tickets: bulk changes, taking the next ticket, and workload.
import { z } from 'zod'
import { everyone, Id, op, staff } from '../base.ts'
import { Person } from '../companies/index.ts'
import { Priority, Status, Tags, TicketCategory, TicketRow } from './fields.ts'
import { Ticket } from './ticket.ts'

/** Maximum number of tickets in one change. */
const BULK_MAX = 200

/** The change to make to each ticket. Exactly one change at a time. */
export const BulkChange = z
  .object({
    assigneeId: Id.nullable().optional(),
    status: Status.optional(),
    category: TicketCategory.optional(),
    /** Null returns to the priority that follows from impact and urgency. */
    priority: Priority.nullable().optional(),
    priorityReason: z.string().trim().min(1, 'Enter a reason.').max(500, 'At most 500 characters.').optional(),
    addTags: Tags.optional(),
    removeTags: Tags.optional(),
    /** Whether the caller watches them. */
    watch: z.boolean().optional(),
  })
  .superRefine(({ priorityReason, ...change }, c) => {
    const named = Object.values(change).filter((v) => v !== undefined).length
    if (named !== 1) c.addIssue({ code: 'custom', message: 'Make one change at a time.', path: [] })
    if (change.priority && !priorityReason)
      c.addIssue({ code: 'custom', message: 'Enter a reason.', path: ['priorityReason'] })
  })

const BulkTickets = z.object({
  tickets: z
    .array(
      z.object({
        id: Id,
        /** The version that was on the screen. If it has changed, the ticket is left as it is. */
        version: z.coerce.number().int().optional(),
      }),
    )
    .min(1, 'Select at least one ticket.')
    .max(BULK_MAX, `Select at most ${BULK_MAX} tickets.`),
  change: BulkChange,
})

/** The outcome for one ticket. */
export const BulkOutcome = z.object({
  id: Id,
  outcome: z.enum(['changed', 'skipped', 'conflict']),
  /** Why it was not changed, as a sentence. */
  reason: z.string().nullable(),
  /** The ticket as it is now, or null when it does not exist. */
  ticket: TicketRow.nullable(),
})

/** The open tickets of one member of staff. `person` is null for unassigned tickets. */
export const Workload = z.object({
  person: Person.nullable(),
  open: z.number().int(),
  byPriority: z.record(Priority, z.number().int()),
  /** Tickets that wait for the partner or a third party. */
  waiting: z.number().int(),
  /** Tickets past their due time. */
  overdue: z.number().int(),
  /** Tickets with three quarters of the time used, but not all of it. */
  dueSoon: z.number().int(),
  /** Minutes that the person booked for today on any ticket. The day is that of the provider's time zone. */
  today: z.number().int(),
})

export const queueOperations = {
  counts: op('GET', '/tickets/counts', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'Count tickets by status',
  })
    .input(z.object({ company: Id.optional() }))
    .output(
      z.object({ byStatus: z.record(Status, z.number().int()), unassigned: z.number().int(), mine: z.number().int() }),
    ),
  bulk: op('POST', '/tickets/bulk', {
    roles: staff,
    tag: 'tickets',
    summary: 'Make one change to up to 200 tickets',
    creates: true,
  })
    .input(BulkTickets)
    .output(
      z.object({
        /** The id with which the change can be undone for an hour. Null when nothing was changed. */
        undo: Id.nullable(),
        items: z.array(BulkOutcome),
      }),
    ),
  undoBulk: op('POST', '/tickets/bulk/{undo}/undo', {
    roles: staff,
    tag: 'tickets',
    summary: 'Undo your bulk change, except on tickets that were changed again',
  })
    .errors({ ALREADY_UNDONE: { status: 409, message: 'This change was already undone.' } })
    .input(z.object({ undo: Id }))
    .output(z.object({ items: z.array(BulkOutcome) })),
  takeNext: op('POST', '/tickets/next', {
    roles: staff,
    tag: 'tickets',
    summary: 'Assign yourself the most urgent unassigned ticket; null if there is none',
    creates: true,
  })
    .input(z.object({}).optional())
    .output(z.object({ ticket: Ticket.nullable() })),
  workload: op('GET', '/tickets/workload', {
    roles: staff,
    tag: 'tickets',
    summary: 'List the workload of each staff member',
  }).output(z.object({ items: z.array(Workload) })),
}
