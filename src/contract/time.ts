import { z } from 'zod'
import { everyone, Id, Instant, manyOf, op, page, pageOf, staff } from './base.ts'
import { Person } from './companies.ts'
import { hoursExhausted } from './hours.ts'

/** What kind of work it was; after hours may cost more by agreement. */
export const WORK_TYPES = ['remote', 'development', 'consulting', 'after_hours'] as const
/** Why work is not charged. */
export const FREE_REASONS = ['own_mistake', 'repair', 'goodwill'] as const
export const TIME_SORTS = ['worked'] as const

export const WorkType = z.enum(WORK_TYPES, 'Choose the kind of work.')
export const FreeReason = z.enum(FREE_REASONS, 'Choose why it is not charged.')
const Minutes = z.int('Whole minutes only.').min(1, 'At least one minute.').max(1_440, 'At most 24 hours in one entry.')
const Day = z.iso.date('Give a day as YYYY-MM-DD.')
const NOTE_MAX = 1_000
const Note = z
  .string()
  .trim()
  .max(NOTE_MAX, `At most ${NOTE_MAX.toLocaleString('en-US')} characters.`)

const fields = {
  minutes: Minutes,
  /** The day on which the work was done, as whoever did it counts days. */
  workedOn: Day,
  startedAt: Instant.nullable(),
  workType: WorkType,
  billable: z.boolean(),
  /** Why it is not charged; only, and then always, when it is not billable. */
  reason: FreeReason.nullable(),
  /** The partner reads it. */
  note: Note,
  /** Only staff read it. */
  internalNote: Note.nullable(),
}
/** Time as it is booked, alone or with a reply. */
export const BookTime = z.object({
  minutes: Minutes,
  workedOn: Day.optional(),
  startedAt: fields.startedAt.default(null),
  workType: WorkType.default('remote'),
  billable: z.boolean().default(true),
  reason: fields.reason.default(null),
  note: Note.default(''),
  internalNote: fields.internalNote.default(null),
  /** The timer that measured it; it ends with the booking. */
  timerId: Id.optional(),
})

const TicketRef = z.object({ id: Id, number: z.number().int(), subject: z.string() })
const TaskRef = z.object({
  id: Id,
  title: z.string(),
  project: z.object({ id: Id, number: z.number().int(), name: z.string() }),
})
export const TimeEntry = z.object({
  id: Id,
  /** What it was worked on: a ticket, or a task of a project. */
  ticket: TicketRef.nullable(),
  task: TaskRef.nullable(),
  company: z.object({ id: Id, name: z.string() }),
  user: Person,
  ...fields,
  /** Null for partners, whatever there is. */
  internalNote: z.string().nullable(),
  /** The reply that it was booked with. */
  messageId: Id.nullable(),
  /** The agreement that it counts for; null: the standard terms. */
  agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }).nullable(),
  /** Minutes that are drawn, after multiplier and rounding. Null: nothing is, because it is not charged or covered by a price. */
  charged: z.number().int().nullable(),
  /** Percent: 150 after hours, for instance. */
  multiplier: z.number().int(),
  /** Where the minutes come from; `block` null: below zero. */
  drawn: z.array(z.object({ block: z.object({ id: Id, name: z.string() }).nullable(), minutes: z.number().int() })),
  /** Of `charged`: beyond the balance, billed at the agreement's rate. */
  overage: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Staff see what was deleted, partners do not. */
  removed: z.object({ at: Instant, by: z.string() }).nullable(),
  version: z.number().int(),
  can: z.object({
    change: z.boolean(),
    /** A change now needs a reason. */
    needsReason: z.boolean(),
  }),
})

export const TimeFilter = z.object({
  ticket: Id.optional(),
  task: Id.optional(),
  /** Time on any task of it. */
  project: Id.optional(),
  company: Id.optional(),
  /** `me` or a person's id. */
  user: z.union([z.enum(['me']), Id]).optional(),
  from: Day.optional(),
  to: Day.optional(),
  billable: z.enum(['yes', 'no'], 'Choose yes or no.').optional(),
  workType: manyOf(WorkType),
  /** Staff only: also what was deleted. */
  removed: z.enum(['also'], 'This can only be "also".').optional(),
  sort: z.enum(TIME_SORTS).default('worked'),
  order: z.enum(['asc', 'desc']).default('desc'),
})
export const TimeTotals = z.object({
  entries: z.number().int(),
  minutes: z.number().int(),
  billable: z.number().int(),
  /** After multiplier and rounding, of what is drawn. */
  charged: z.number().int(),
})

/** What was done to an entry; values are those of the entry's fields. */
export const TimeChange = z.object({
  at: Instant,
  who: z.string(),
  action: z.enum(['book', 'edit', 'remove', 'move']),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
})

export const Timer = z.object({
  id: Id,
  /** What it is on: a ticket, or a task of a project. */
  ticket: TicketRef.nullable(),
  task: TaskRef.nullable(),
  company: z.object({ id: Id, name: z.string() }),
  startedAt: Instant,
  running: z.boolean(),
  /** How long it ran, without its pauses, when this was answered. */
  seconds: z.number().int(),
  /** It ran so long that somebody must say how long the work really took. */
  forgotten: z.boolean(),
})

/** What a booking would draw, before it is booked. Minutes. */
export const TimePreview = z.object({
  /** Repairing an automation: charged to nobody, whatever is booked. */
  repair: z.boolean(),
  /** What the entry would be charged, after multiplier and rounding; null: nothing, a price covers it, or it is a repair. */
  charged: z.number().int().nullable(),
  /** Percent. */
  multiplier: z.number().int(),
  /** What would leave the balance by it, less what the entry draws already; below zero: comes back. */
  draws: z.number().int(),
  balance: z.number().int(),
  after: z.number().int(),
  /** Beyond the balance, billed at the agreement's rate. */
  overage: z.number().int(),
  /** Above zero: it would be refused, because so many minutes are missing. */
  missing: z.number().int(),
  agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }).nullable(),
})

const ChangeReason = z.string().trim().min(1, 'Say why.').max(500, 'At most 500 characters.')
const versioned = { id: Id, version: z.coerce.number().int() }
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this entry meanwhile.',
    data: z.object({ current: TimeEntry.optional() }).optional(),
  },
}
/** Declared by what books with a timer. */
export const timerGone = {
  TIMER_GONE: { status: 409, message: 'This timer was stopped meanwhile. Check whether its time is booked already.' },
}
/** What a preview needs to know besides what it is booked on. */
const previewed = z.object({
  minutes: z.coerce
    .number('How many minutes?')
    .int('Whole minutes only.')
    .min(1, 'At least one minute.')
    .max(1_440, 'At most 24 hours in one entry.'),
  workType: WorkType.default('remote'),
  /** An entry of the same ticket or task that would be changed to it. */
  entryId: Id.optional(),
})
const oneTimer = z.object({ timer: Timer.nullable() })

export const time = {
  list: op('GET', '/time-entries', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'time',
    summary: 'Time that was worked; partners: for their own company',
  })
    .input(TimeFilter.extend(page))
    .output(pageOf(TimeEntry)),
  totals: op('GET', '/time-entries/totals', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'time',
    summary: 'How much time passes the filters of the list',
  })
    .input(TimeFilter)
    .output(TimeTotals),
  book: op('POST', '/tickets/{ticketId}/time', {
    roles: staff,
    tag: 'time',
    summary: 'Book time on a ticket',
    status: 201,
    creates: true,
  })
    .errors({ ...timerGone, ...hoursExhausted })
    .input(BookTime.extend({ ticketId: Id }))
    .output(TimeEntry),
  preview: op('GET', '/tickets/{ticketId}/time/preview', {
    roles: staff,
    tag: 'time',
    summary: 'What charged time on a ticket would draw from the hours, before it is booked; books nothing',
  })
    .input(previewed.extend({ ticketId: Id }))
    .output(TimePreview),
  bookOnTask: op('POST', '/project-tasks/{taskId}/time', {
    roles: staff,
    tag: 'time',
    summary: 'Book time on a task of a project',
    status: 201,
    creates: true,
  })
    .errors({ ...timerGone, ...hoursExhausted })
    .input(BookTime.extend({ taskId: Id }))
    .output(TimeEntry),
  previewOnTask: op('GET', '/project-tasks/{taskId}/time/preview', {
    roles: staff,
    tag: 'time',
    summary: 'What charged time on a task would draw from the hours, before it is booked; books nothing',
  })
    .input(previewed.extend({ taskId: Id }))
    .output(TimePreview),
  edit: op('PATCH', '/time-entries/{id}', {
    roles: staff,
    tag: 'time',
    summary: 'Change an own entry, as administrator anybody’s; a reason is needed a day after it was booked',
  })
    .errors({ ...changed, ...hoursExhausted })
    .input(
      z
        .object(fields)
        .partial()
        .extend({ ...versioned, changeReason: ChangeReason.optional() }),
    )
    .output(TimeEntry),
  remove: op('DELETE', '/time-entries/{id}', {
    roles: staff,
    tag: 'time',
    summary: 'Delete an own entry, as administrator anybody’s; it stays in the history',
  })
    .errors({ ...changed, ...hoursExhausted })
    .input(z.object({ ...versioned, changeReason: ChangeReason.optional() }))
    .output(TimeEntry),
  history: op('GET', '/time-entries/{id}/history', {
    roles: staff,
    tag: 'time',
    summary: 'Who booked and changed an entry, when and why, oldest first',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ items: z.array(TimeChange) })),
  timer: op('GET', '/timer', { roles: staff, tag: 'time', summary: 'Your timer, if you have one' }).output(oneTimer),
  startTimer: op('POST', '/timer', {
    roles: staff,
    tag: 'time',
    summary: 'Start your timer on a ticket or a task; on what it is on already, it goes on',
  })
    .errors({
      TIMER_RUNNING: {
        status: 409,
        message: 'Your timer runs elsewhere. Stop it first.',
        data: z.object({ current: Timer.optional() }).optional(),
      },
    })
    .input(
      z
        .object({ ticketId: Id.optional(), taskId: Id.optional() })
        .refine((on) => (on.ticketId === undefined) !== (on.taskId === undefined), {
          path: ['ticketId'],
          message: 'Name a ticket or a task, and only one of them.',
        }),
    )
    .output(oneTimer),
  pauseTimer: op('POST', '/timer/pause', {
    roles: staff,
    tag: 'time',
    summary: 'Pause your timer, or let it go on',
  })
    .errors(timerGone)
    .input(z.object({ id: Id, running: z.boolean() }))
    .output(oneTimer),
  discardTimer: op('DELETE', '/timer', { roles: staff, tag: 'time', summary: 'Throw your timer away' })
    .errors(timerGone)
    .input(z.object({ id: Id }))
    .output(oneTimer),
}
