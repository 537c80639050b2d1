import { z } from 'zod'
import { admin, Id, Instant, op, page, pageOf, staff } from './base.ts'
import { DAYS, isTimeZone, Person } from './companies/index.ts'
import { Priority } from './tickets/index.ts'

/** Maximum minutes of a target: 30 full days. */
export const TARGET_MAX = 43_200
/** A target in minutes, counted during business hours or around the clock. */
export const Target = z.object({
  minutes: z.coerce
    .number('Enter the target in minutes.')
    .int('Enter whole minutes.')
    .min(1, 'Enter at least 1 minute.')
    .max(TARGET_MAX, 'Enter at most 30 days (43,200 minutes).'),
  clock: z.enum(['business', 'always'], 'Choose business hours or around the clock.'),
})
const PriorityTargets = z
  .object({ response: Target, resolution: Target })
  .refine(({ response, resolution }) => response.clock !== resolution.clock || response.minutes <= resolution.minutes, {
    message: 'The first response can’t be due after the resolution.',
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
/** Wall-clock times. An end that is not after the start is on the next day. */
export const Period = z
  .object({
    from: z.string().regex(from, 'Enter a time from 00:00 to 23:59.'),
    to: z.string().regex(to, 'Enter a time from 00:01 to 24:00.'),
  })
  .refine((p) => p.from !== p.to, { message: 'The end time must be different from the start time.', path: ['to'] })

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const span = (p: { from: string; to: string }): [number, number] => {
  const [begin, end] = [minutes(p.from), minutes(p.to)]
  return [begin, end > begin ? end : end + 1_440]
}
const overlap = (spans: [number, number][]) => {
  const sorted = spans.toSorted((a, b) => a[0] - b[0])
  return sorted.some(([begin], i) => i > 0 && begin < (sorted[i - 1]?.[1] ?? 0))
}
const OVERLAP = 'These periods overlap. Combine them into one.'
const Periods = z
  .array(Period)
  .max(6, 'Enter at most six periods per day.')
  .transform((all) => all.toSorted((a, b) => (a.from < b.from ? -1 : 1)))
  .refine((all) => !overlap(all.map(span)), OVERLAP)

/** The provider's working hours per weekday. */
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
        context.addIssue({
          code: 'custom',
          message: 'The previous day’s hours overlap these periods. Change one of them.',
          path: [day],
        })
    }
  })
const date = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'Enter a date, such as 2026-12-25.')
  .refine((text) => {
    const at = new Date(`${text}T00:00:00Z`)
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
  }, 'This date doesn’t exist.')
  .refine((text) => text >= '2000-01-01' && text < '2100-01-01', 'Enter a date from 2000 to 2099.')
/** A day with its own hours: closed, or open at other times than usual on that weekday. */
export const Holiday = z.object({
  date,
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(100, 'At most 100 characters.')
    .regex(/^[^\r\n]*$/, 'Use a single line.'),
  /** Empty when closed. */
  hours: Periods,
})
export const Holidays = z
  .array(Holiday)
  .max(400, 'At most 400 holidays.')
  .transform((all) => all.toSorted((a, b) => (a.date < b.date ? -1 : 1)))
  .refine((all) => new Set(all.map((h) => h.date)).size === all.length, 'Each date can only be listed once.')

const Name = z
  .string('Enter a name.')
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'At most 100 characters.')
  .regex(/^[^\r\n]*$/, 'Use a single line.')
const Reason = z.string('Enter a reason.').trim().min(1, 'Enter a reason.').max(500, 'At most 500 characters.')
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
  /** Minutes in a business day: the length that most working days of the week have. */
  dayMinutes: z.number().int(),
  policies: z.number().int(),
})
export const Policy = z.object({
  ...common,
  name: z.string(),
  calendar: z.object({ id: Id, name: z.string(), timeZone: z.string(), dayMinutes: z.number().int() }),
  targets: Targets,
  /** Whether it applies to every company without a policy of its own. */
  isDefault: z.boolean(),
  /** Companies that have it instead of the default. */
  companies: z.array(z.object({ id: Id, name: z.string() })),
})

/** A change of a policy or a calendar: who, when, why. */
export const SlaChange = z.object({
  id: z.string(),
  at: Instant,
  /** Null when the system did it. */
  actor: Person.nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

/** Calculates when a ticket would be due that is opened at a wall-clock time of the calendar. */
export const Preview = z.object({
  targets: Targets,
  calendar: z.union([Id, CalendarContent.omit({ name: true })]),
  /** Such as `2026-11-20T16:30`, in the calendar's time zone. */
  openedAt: z
    .string()
    .regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d$/, 'Enter a date and time, such as 2026-11-20T16:30.')
    .refine((text) => !Number.isNaN(Date.parse(`${text}Z`)), 'This date doesn’t exist.'),
})
export const Previewed = z.object({
  openedAt: Instant,
  timeZone: z.string(),
  priorities: z.array(z.object({ priority: Priority, responseDueAt: Instant, resolutionDueAt: Instant })),
})

const changed = (Thing: z.ZodType) => ({
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this record. Review their changes and try again.',
    data: z.object({ current: Thing.optional() }).optional(),
  },
})
const taken = { NAME_TAKEN: { status: 422, message: 'This name is already in use. Choose another name.' } }
const inUse = {
  IN_USE: {
    status: 409,
    message: 'This is the default or still in use. Choose a replacement wherever it’s used, then try again.',
  },
}
const edited = { id: Id, version: z.coerce.number().int(), reason: Reason }

const Named = z.object({ id: Id, name: z.string() })
/** The policy of a company. `own` is true when staff assigned one instead of the default. */
export const CompanyPolicy = z.object({
  policy: Named.nullable(),
  own: z.boolean(),
  /** The policy of the company's default agreement. It takes precedence for tickets that name no other agreement. */
  agreed: z
    .object({ policy: Named, agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }) })
    .nullable(),
})

export const sla = {
  policies: op('GET', '/sla/policies', {
    roles: staff,
    tag: 'sla',
    summary: 'List SLA policies, default first',
  }).output(z.object({ items: z.array(Policy), can: z.object({ edit: z.boolean() }) })),
  createPolicy: op('POST', '/sla/policies', {
    roles: admin,
    tag: 'sla',
    summary: 'Add an SLA policy',
    status: 201,
    creates: true,
  })
    .errors(taken)
    .input(PolicyContent.extend({ reason: Reason.optional() }))
    .output(Policy),
  editPolicy: op('PATCH', '/sla/policies/{id}', {
    roles: admin,
    tag: 'sla',
    summary: 'Edit an SLA policy; recalculates the due times of open tickets',
  })
    .errors({ ...changed(Policy), ...taken })
    .input(PolicyContent.partial().extend(edited))
    .output(Policy),
  makeDefault: op('POST', '/sla/policies/{id}/default', {
    roles: admin,
    tag: 'sla',
    summary: 'Make an SLA policy the default',
  })
    .errors(changed(Policy))
    .input(z.object(edited))
    .output(Policy),
  archivePolicy: op('DELETE', '/sla/policies/{id}', {
    roles: admin,
    tag: 'sla',
    summary: 'Remove an SLA policy that isn’t in use',
  })
    .errors({ ...changed(Policy), ...inUse })
    .input(z.object(edited))
    .output(z.object({ id: Id })),
  calendars: op('GET', '/sla/calendars', { roles: staff, tag: 'sla', summary: 'List business hours' }).output(
    z.object({ items: z.array(Calendar), can: z.object({ edit: z.boolean() }) }),
  ),
  createCalendar: op('POST', '/sla/calendars', {
    roles: admin,
    tag: 'sla',
    summary: 'Add business hours',
    status: 201,
    creates: true,
  })
    .errors(taken)
    .input(CalendarContent.extend({ reason: Reason.optional() }))
    .output(Calendar),
  editCalendar: op('PATCH', '/sla/calendars/{id}', {
    roles: admin,
    tag: 'sla',
    summary: 'Edit business hours; recalculates the due times of open tickets',
  })
    .errors({ ...changed(Calendar), ...taken })
    .input(CalendarContent.partial().extend(edited))
    .output(Calendar),
  archiveCalendar: op('DELETE', '/sla/calendars/{id}', {
    roles: admin,
    tag: 'sla',
    summary: 'Remove business hours that aren’t in use',
  })
    .errors({ ...changed(Calendar), ...inUse })
    .input(z.object(edited))
    .output(z.object({ id: Id })),
  setCompanyPolicy: op('POST', '/sla/companies/{id}', {
    roles: admin,
    tag: 'sla',
    summary: 'Assign an SLA policy to a company, or return it to the default',
  })
    .input(z.object({ id: Id, policyId: Id.nullable(), reason: Reason }))
    .output(CompanyPolicy),
  companyPolicy: op('GET', '/sla/companies/{id}', {
    roles: staff,
    tag: 'sla',
    summary: 'Get the SLA policy of a company',
  })
    .input(z.object({ id: Id }))
    .output(CompanyPolicy),
  history: op('GET', '/sla/history', {
    roles: staff,
    tag: 'sla',
    summary: 'List the changes to an SLA policy or to business hours, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(SlaChange)),
  preview: op('POST', '/sla/preview', { roles: staff, tag: 'sla', summary: 'Preview due times for a sample ticket' })
    .input(Preview)
    .output(Previewed),
}
