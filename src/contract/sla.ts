import { z } from 'zod'
import { Id, Instant, op, page, pageOf, staff } from './base.ts'
import { DAYS, isTimeZone, Person } from './companies.ts'
import { Priority } from './tickets.ts'

const admin = ['admin'] as const

/** Minutes that a target may have at most: 30 days and nights. */
export const TARGET_MAX = 43_200
/** A target: so many minutes, of business hours or of every hour. */
export const Target = z.object({
  minutes: z.coerce
    .number('How long? In minutes.')
    .int('Whole minutes.')
    .min(1, 'At least one minute.')
    .max(TARGET_MAX, 'At most 30 days of 24 hours (43,200 minutes).'),
  clock: z.enum(['business', 'always'], 'Choose business hours or around the clock.'),
})
const PriorityTargets = z
  .object({ response: Target, resolution: Target })
  .refine(({ response, resolution }) => response.clock !== resolution.clock || response.minutes <= resolution.minutes, {
    message: 'The first response cannot be due after the resolution.',
    path: ['response', 'minutes'],
  })
export const Targets = z.object({
  P1: PriorityTargets,
  P2: PriorityTargets,
  P3: PriorityTargets,
  P4: PriorityTargets,
})

const from = /^([01]\d|2[0-3]):[0-5]\d$/
const to = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/
/** Wall-clock times; an end that is not after the beginning lies on the next day. */
export const Period = z
  .object({
    from: z.string().regex(from, 'A time from 00:00 to 23:59.'),
    to: z.string().regex(to, 'A time from 00:01 to 24:00.'),
  })
  .refine((p) => p.from !== p.to, { message: 'The end has to differ from the beginning.', path: ['to'] })

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const span = (p: { from: string; to: string }): [number, number] => {
  const [begin, end] = [minutes(p.from), minutes(p.to)]
  return [begin, end > begin ? end : end + 1_440]
}
const overlap = (spans: [number, number][]) => {
  const sorted = spans.toSorted((a, b) => a[0] - b[0])
  return sorted.some(([begin], i) => i > 0 && begin < (sorted[i - 1]?.[1] ?? 0))
}
const OVERLAP = 'These periods overlap. Join them into one.'
const Periods = z
  .array(Period)
  .max(6, 'At most six periods a day.')
  .transform((all) => all.toSorted((a, b) => (a.from < b.from ? -1 : 1)))
  .refine((all) => !overlap(all.map(span)), OVERLAP)

/** When the provider works, per weekday. */
export const CalendarHours = z
  .object({ mon: Periods, tue: Periods, wed: Periods, thu: Periods, fri: Periods, sat: Periods, sun: Periods })
  .superRefine((week, context) => {
    if (DAYS.every((day) => week[day].length === 0))
      context.addIssue({ code: 'custom', message: 'Add hours to at least one day.', path: ['mon'] })
    for (const [i, day] of DAYS.entries()) {
      const before = DAYS[(i + 6) % 7] as 'mon'
      const night = week[before]
        .map(span)
        .flatMap(([, end]): [number, number][] => (end > 1_440 ? [[0, end - 1_440]] : []))
      const own = week[day].map(span)
      if (night.length > 0 && !overlap(own) && overlap([...night, ...own]))
        context.addIssue({ code: 'custom', message: 'The night before runs into these periods.', path: [day] })
    }
  })
const date = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'A date such as 2026-12-25.')
  .refine((text) => {
    const at = new Date(`${text}T00:00:00Z`)
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
  }, 'This date does not exist.')
  .refine((text) => text >= '2000-01-01' && text < '2100-01-01', 'A date from 2000 to 2099.')
/** A day unlike the others of its weekday: closed, or open at other times. */
export const Holiday = z.object({
  date,
  name: z
    .string()
    .trim()
    .min(1, 'What is it called?')
    .max(100, 'At most 100 characters.')
    .regex(/^[^\r\n]*$/, 'One line only.'),
  /** None: closed. */
  hours: Periods,
})
export const Holidays = z
  .array(Holiday)
  .max(400, 'At most 400 holidays.')
  .transform((all) => all.toSorted((a, b) => (a.date < b.date ? -1 : 1)))
  .refine((all) => new Set(all.map((h) => h.date)).size === all.length, 'A date is there twice.')

const Name = z
  .string('Give it a name.')
  .trim()
  .min(1, 'Give it a name.')
  .max(100, 'At most 100 characters.')
  .regex(/^[^\r\n]*$/, 'One line only.')
const Reason = z.string('Say why.').trim().min(1, 'Say why.').max(500, 'At most 500 characters.')
const TimeZone = z
  .string('Choose a time zone.')
  .max(60, 'Choose a time zone.')
  .refine(isTimeZone, 'Choose a time zone.')

export const CalendarContent = z.object({ name: Name, timeZone: TimeZone, hours: CalendarHours, holidays: Holidays })
export const PolicyContent = z.object({ name: Name, calendarId: Id, targets: Targets })

const common = {
  id: Id,
  version: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  can: z.object({ edit: z.boolean() }),
}
export const Calendar = z.object({
  ...common,
  name: z.string(),
  timeZone: z.string(),
  hours: CalendarHours,
  holidays: z.array(Holiday),
  /** How many minutes a business day has: what most working days of the week have. */
  dayMinutes: z.number().int(),
  policies: z.number().int(),
})
export const Policy = z.object({
  ...common,
  name: z.string(),
  calendar: z.object({ id: Id, name: z.string(), timeZone: z.string(), dayMinutes: z.number().int() }),
  targets: Targets,
  /** Holds for every company that has no other. */
  isDefault: z.boolean(),
  /** Companies that have it instead of the default. */
  companies: z.array(z.object({ id: Id, name: z.string() })),
})

/** A change of a policy or a calendar: who, when, why. */
export const SlaChange = z.object({
  id: z.string(),
  at: Instant,
  /** Null: the product itself. */
  actor: Person.nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

/** What would be due when, for one that is opened at a wall-clock time of the calendar. */
export const Preview = z.object({
  targets: Targets,
  calendar: z.union([Id, CalendarContent.omit({ name: true })]),
  /** Such as `2026-11-20T16:30`, in the calendar's time zone. */
  openedAt: z
    .string()
    .regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d$/, 'A date and time such as 2026-11-20T16:30.')
    .refine((text) => !Number.isNaN(Date.parse(`${text}Z`)), 'This date does not exist.'),
})
export const Previewed = z.object({
  openedAt: Instant,
  timeZone: z.string(),
  priorities: z.array(z.object({ priority: Priority, responseDueAt: Instant, resolutionDueAt: Instant })),
})

const changed = (Thing: z.ZodType) => ({
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this meanwhile.',
    data: z.object({ current: Thing.optional() }).optional(),
  },
})
const taken = { NAME_TAKEN: { status: 422, message: 'Another one has this name already.' } }
const inUse = { IN_USE: { status: 409, message: 'It is in use. Give whoever has it another one first.' } }
const edited = { id: Id, version: z.coerce.number().int(), reason: Reason }

const Named = z.object({ id: Id, name: z.string() })
/** The policy that staff gave a company; `own`: not the usual one. */
export const CompanyPolicy = z.object({
  policy: Named.nullable(),
  own: z.boolean(),
  /** What counts before it: the policy of the agreement that work counts for where a ticket names no other. */
  agreed: z
    .object({ policy: Named, agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }) })
    .nullable(),
})

export const sla = {
  policies: op('GET', '/sla/policies', {
    roles: staff,
    tag: 'sla',
    summary: 'Service level policies, the default first',
  }).output(z.object({ items: z.array(Policy), can: z.object({ edit: z.boolean() }) })),
  createPolicy: op('POST', '/sla/policies', {
    roles: admin,
    tag: 'sla',
    summary: 'Add a policy',
    status: 201,
    creates: true,
  })
    .errors(taken)
    .input(PolicyContent.extend({ reason: Reason.optional() }))
    .output(Policy),
  editPolicy: op('PATCH', '/sla/policies/{id}', {
    roles: admin,
    tag: 'sla',
    summary: 'Change a policy; due times of open tickets follow, their pauses are kept',
  })
    .errors({ ...changed(Policy), ...taken })
    .input(PolicyContent.partial().extend(edited))
    .output(Policy),
  makeDefault: op('POST', '/sla/policies/{id}/default', {
    roles: admin,
    tag: 'sla',
    summary: 'Make a policy the default',
  })
    .errors(changed(Policy))
    .input(z.object(edited))
    .output(Policy),
  archivePolicy: op('DELETE', '/sla/policies/{id}', {
    roles: admin,
    tag: 'sla',
    summary: 'Put a policy away that nobody has',
  })
    .errors({ ...changed(Policy), ...inUse })
    .input(z.object(edited))
    .output(z.object({ id: Id })),
  calendars: op('GET', '/sla/calendars', { roles: staff, tag: 'sla', summary: 'Calendars of business hours' }).output(
    z.object({ items: z.array(Calendar), can: z.object({ edit: z.boolean() }) }),
  ),
  createCalendar: op('POST', '/sla/calendars', {
    roles: admin,
    tag: 'sla',
    summary: 'Add a calendar',
    status: 201,
    creates: true,
  })
    .errors(taken)
    .input(CalendarContent.extend({ reason: Reason.optional() }))
    .output(Calendar),
  editCalendar: op('PATCH', '/sla/calendars/{id}', {
    roles: admin,
    tag: 'sla',
    summary: 'Change a calendar; due times of open tickets follow, their pauses are kept',
  })
    .errors({ ...changed(Calendar), ...taken })
    .input(CalendarContent.partial().extend(edited))
    .output(Calendar),
  archiveCalendar: op('DELETE', '/sla/calendars/{id}', {
    roles: admin,
    tag: 'sla',
    summary: 'Put a calendar away that no policy has',
  })
    .errors({ ...changed(Calendar), ...inUse })
    .input(z.object(edited))
    .output(z.object({ id: Id })),
  setCompanyPolicy: op('POST', '/sla/companies/{id}', {
    roles: admin,
    tag: 'sla',
    summary: 'Give a company a policy of its own, or the default again',
  })
    .input(z.object({ id: Id, policyId: Id.nullable(), reason: Reason }))
    .output(CompanyPolicy),
  companyPolicy: op('GET', '/sla/companies/{id}', {
    roles: staff,
    tag: 'sla',
    summary: 'The policy that holds for a company',
  })
    .input(z.object({ id: Id }))
    .output(CompanyPolicy),
  history: op('GET', '/sla/history', {
    roles: staff,
    tag: 'sla',
    summary: 'Who changed a policy or calendar, when and why; newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(SlaChange)),
  preview: op('POST', '/sla/preview', { roles: staff, tag: 'sla', summary: 'What would be due when; changes nothing' })
    .input(Preview)
    .output(Previewed),
}
