import { z } from 'zod'
import { AnyDay, everyone, Id, Instant, manyOf, op, page, pageOf, staff, versioned } from './base.ts'
import { Person } from './companies/index.ts'
import { hoursExhausted } from './hours.ts'

/** Kinds of work. An agreement can charge after-hours work at a higher rate. */
export const WORK_TYPES = ['remote', 'development', 'consulting', 'after_hours'] as const
/** Reasons why work is not charged. */
export const FREE_REASONS = ['own_mistake', 'repair', 'goodwill'] as const
export const TIME_SORTS = ['worked'] as const

export const WorkType = z.enum(WORK_TYPES, 'Choose a work type.')
export const FreeReason = z.enum(FREE_REASONS, 'Choose why it’s non-billable.')
const Minutes = z
  .int('Enter whole minutes.')
  .min(1, 'Enter at least 1 minute.')
  .max(1_440, 'Enter at most 24 hours per entry.')
const NOTE_MAX = 1_000
const Note = z
  .string()
  .trim()
  .max(NOTE_MAX, `At most ${NOTE_MAX.toLocaleString('en-US')} characters.`)

const fields = {
  minutes: Minutes,
  /** The day on which the work was done, in the time zone of the person who did it. */
  workedOn: AnyDay,
  /** When the work began. It has to be on that day. */
  startedAt: Instant.nullable(),
  workType: WorkType,
  billable: z.boolean(),
  /** Why it is not charged. Required when it is not billable, and null otherwise. */
  reason: FreeReason.nullable(),
  /** Visible to the partner. */
  note: Note,
  /** Visible to staff only. */
  internalNote: Note.nullable(),
}
/** Confirms a `workedOn` of more than 90 days ago, which is refused without it. */
const oldDateConfirmed = z.boolean().optional()
/** A new time entry, booked alone or with a reply. */
export const BookTime = z.object({
  minutes: Minutes,
  /** Default: the day of `startedAt`, or today, in the time zone of the person who works. */
  workedOn: AnyDay.optional(),
  oldDateConfirmed,
  startedAt: fields.startedAt.default(null),
  workType: WorkType.default('remote'),
  billable: z.boolean().default(true),
  reason: fields.reason.default(null),
  note: Note.default(''),
  internalNote: fields.internalNote.default(null),
  /** The timer that measured the time. Booking ends it. */
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
  /** The ticket or the project task that was worked on. */
  ticket: TicketRef.nullable(),
  task: TaskRef.nullable(),
  company: z.object({ id: Id, name: z.string() }),
  user: Person,
  ...fields,
  /** Always null for partners. */
  internalNote: z.string().nullable(),
  /** The reply that it was booked with. */
  messageId: Id.nullable(),
  /** The agreement that it counts toward, or null for the standard terms. */
  agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }).nullable(),
  /**
   * Minutes charged, after multiplier and rounding. Null when nothing is charged, because the work is free or covered
   * by a price.
   */
  charged: z.number().int().nullable(),
  /** In percent, such as 150 for after-hours work. */
  multiplier: z.number().int(),
  /** The blocks that the minutes were taken from. `block` is null for minutes below zero. */
  drawn: z.array(z.object({ block: z.object({ id: Id, name: z.string() }).nullable(), minutes: z.number().int() })),
  /** The part of `charged` that is beyond the balance and billed at the agreement's rate. */
  overage: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Set when the entry was deleted. Staff see deleted entries, partners do not. */
  removed: z.object({ at: Instant, by: z.string() }).nullable(),
  version: z.number().int(),
  can: z.object({
    change: z.boolean(),
    /** Whether a change now needs a reason. */
    needsReason: z.boolean(),
  }),
})

export const TimeFilter = z.object({
  ticket: Id.optional(),
  task: Id.optional(),
  /** Time on any task of this project. */
  project: Id.optional(),
  company: Id.optional(),
  /** `me` or a user's id. */
  user: z.union([z.enum(['me']), Id]).optional(),
  from: AnyDay.optional(),
  to: AnyDay.optional(),
  billable: z.enum(['yes', 'no'], 'Choose yes or no.').optional(),
  workType: manyOf(WorkType),
  /** For staff: include deleted entries. */
  removed: z.enum(['also'], 'Use “also”, or leave it out.').optional(),
  sort: z.enum(TIME_SORTS).default('worked'),
  order: z.enum(['asc', 'desc']).default('desc'),
})
export const TimeTotals = z.object({
  entries: z.number().int(),
  minutes: z.number().int(),
  billable: z.number().int(),
  /** Charged minutes, after multiplier and rounding. */
  charged: z.number().int(),
})

/** A change to a time entry. Values are those of the entry's fields. */
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
  /** The ticket or the project task that it runs for. */
  ticket: TicketRef.nullable(),
  task: TaskRef.nullable(),
  company: z.object({ id: Id, name: z.string() }),
  startedAt: Instant,
  running: z.boolean(),
  /** Seconds that it ran without pauses, at the time of the response. */
  seconds: z.number().int(),
  /** Whether it ran so long that the user must enter the real duration. */
  forgotten: z.boolean(),
})

/** The minutes that a booking would use, calculated before it is made. */
export const TimePreview = z.object({
  /** Whether the work repairs an automation. Repairs are never charged. */
  repair: z.boolean(),
  /**
   * Minutes that the entry would be charged, after multiplier and rounding. Null when a price covers the work or it is
   * a repair.
   */
  charged: z.number().int().nullable(),
  /** In percent. */
  multiplier: z.number().int(),
  /**
   * The change of the balance: what the entry would use, less what it uses already. Below zero when minutes would be
   * returned.
   */
  draws: z.number().int(),
  balance: z.number().int(),
  after: z.number().int(),
  /** Minutes beyond the balance that would be billed at the agreement's rate. */
  overage: z.number().int(),
  /** Above zero when the booking would be rejected because this many minutes are missing. */
  missing: z.number().int(),
  agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }).nullable(),
})

const ChangeReason = z.string().trim().min(1, 'Enter a reason.').max(500, 'At most 500 characters.')
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this time entry. Review their changes and try again.',
    data: z.object({ current: TimeEntry.optional() }).optional(),
  },
}
/** The error of operations that book with a timer. */
export const timerGone = {
  TIMER_GONE: { status: 409, message: 'This timer was stopped elsewhere. Check whether its time is already logged.' },
}
/** The input of a preview, without the ticket or task. */
const previewed = z.object({
  minutes: z.coerce
    .number('Enter whole minutes.')
    .int('Enter whole minutes.')
    .min(1, 'Enter at least 1 minute.')
    .max(1_440, 'Enter at most 24 hours per entry.'),
  workType: WorkType.default('remote'),
  /** An existing entry of the same ticket or task that would be changed. */
  entryId: Id.optional(),
})
const oneTimer = z.object({ timer: Timer.nullable() })

export const time = {
  list: op('GET', '/time-entries', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'time',
    summary: 'List time entries (partners: own company only)',
  })
    .input(TimeFilter.extend(page))
    .output(pageOf(TimeEntry)),
  totals: op('GET', '/time-entries/totals', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'time',
    summary: 'Total the time entries that match the filters',
  })
    .input(TimeFilter)
    .output(TimeTotals),
  book: op('POST', '/tickets/{ticketId}/time', {
    roles: staff,
    tag: 'time',
    summary: 'Log time on a ticket',
    status: 201,
    creates: true,
  })
    .errors({ ...timerGone, ...hoursExhausted })
    .input(BookTime.extend({ ticketId: Id }))
    .output(TimeEntry),
  preview: op('GET', '/tickets/{ticketId}/time/preview', {
    roles: staff,
    tag: 'time',
    summary: 'Preview how logging time on a ticket would change the hours',
  })
    .input(previewed.extend({ ticketId: Id }))
    .output(TimePreview),
  bookOnTask: op('POST', '/project-tasks/{taskId}/time', {
    roles: staff,
    tag: 'time',
    summary: 'Log time on a project task',
    status: 201,
    creates: true,
  })
    .errors({ ...timerGone, ...hoursExhausted })
    .input(BookTime.extend({ taskId: Id }))
    .output(TimeEntry),
  previewOnTask: op('GET', '/project-tasks/{taskId}/time/preview', {
    roles: staff,
    tag: 'time',
    summary: 'Preview how logging time on a project task would change the hours',
  })
    .input(previewed.extend({ taskId: Id }))
    .output(TimePreview),
  edit: op('PATCH', '/time-entries/{id}', {
    roles: staff,
    tag: 'time',
    summary: 'Edit your own time entry (administrators: anyone’s); requires a reason after one day',
  })
    .errors({ ...changed, ...hoursExhausted })
    .input(
      z
        .object(fields)
        .partial()
        .extend({ ...versioned, changeReason: ChangeReason.optional(), oldDateConfirmed }),
    )
    .output(TimeEntry),
  remove: op('DELETE', '/time-entries/{id}', {
    roles: staff,
    tag: 'time',
    summary: 'Delete your own time entry (administrators: anyone’s); keeps its history',
  })
    .errors({ ...changed, ...hoursExhausted })
    .input(z.object({ ...versioned, changeReason: ChangeReason.optional() }))
    .output(TimeEntry),
  history: op('GET', '/time-entries/{id}/history', {
    roles: staff,
    tag: 'time',
    summary: 'Get the history of a time entry, oldest first',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ items: z.array(TimeChange) })),
  timer: op('GET', '/timer', { roles: staff, tag: 'time', summary: 'Get your timer, if any' }).output(oneTimer),
  startTimer: op('POST', '/timer', {
    roles: staff,
    tag: 'time',
    summary: 'Start your timer on a ticket or task, or resume it there',
  })
    .errors({
      TIMER_RUNNING: {
        status: 409,
        message: 'Your timer is on another ticket or task. Stop it first.',
        data: z.object({ current: Timer.optional() }).optional(),
      },
    })
    .input(
      z
        .object({ ticketId: Id.optional(), taskId: Id.optional() })
        .refine((on) => (on.ticketId === undefined) !== (on.taskId === undefined), {
          path: ['ticketId'],
          message: 'Choose either a ticket or a task.',
        }),
    )
    .output(oneTimer),
  pauseTimer: op('POST', '/timer/pause', {
    roles: staff,
    tag: 'time',
    summary: 'Pause or resume your timer',
  })
    .errors(timerGone)
    .input(z.object({ id: Id, running: z.boolean() }))
    .output(oneTimer),
  discardTimer: op('DELETE', '/timer', { roles: staff, tag: 'time', summary: 'Discard your timer' })
    .errors(timerGone)
    .input(z.object({ id: Id }))
    .output(oneTimer),
}
