// Companies: list, profile and logo.

import { z } from 'zod'
import { admin, everyone, Id, Instant, manyOf, op, owner, page, pageOf, staff } from '../base.ts'
import { printed } from '../printed.ts'
import { deletedAnswer, oneLine, Person } from './fields.ts'

export const CompanyRef = z.object({ id: Id, name: z.string(), slug: z.string(), is_internal: z.boolean() })
/** Keys of the weekdays in business hours. */
export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const time = (words: string, pattern: RegExp) => z.string(words).regex(pattern, words)
const OpenRange = z
  .object({
    from: time('Enter a time from 00:00 to 23:59.', /^([01]\d|2[0-3]):[0-5]\d$/),
    to: time('Enter a time from 00:01 to 24:00.', /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/),
  })
  .refine(({ from, to }) => from < to, { message: 'Choose a closing time after the opening time.', path: ['to'] })
const Day = z
  .array(OpenRange)
  .max(4, 'At most four time ranges per day.')
  .transform((ranges) => ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1)))
  .refine(
    (ranges) => ranges.every((r, i) => i === 0 || (ranges[i - 1]?.to ?? '') <= r.from),
    'These hours overlap. Combine them into one range.',
  )
  .default([])
/** The business hours of a company per weekday, in its own time zone. */
export const BusinessHours = z
  .object({ mon: Day, tue: Day, wed: Day, thu: Day, fri: Day, sat: Day, sun: Day })
  .refine((week) => DAYS.some((day) => week[day].length > 0), {
    message: 'Add hours to at least one day, or use the default hours.',
    path: ['mon'],
  })
/**
 * Why a company may have mail sent to people without an account: it is the provider, staff approved it, it signed an
 * agreement that we sent, or it paid an order.
 */
export const MailTrust = z.enum(['internal', 'approved', 'agreement', 'order'])
const CompanyMail = z.object({
  /** Null when the company may not have mail sent to people without an account. */
  trust: MailTrust.nullable(),
  /** Who approved it and when. For staff only; null when nobody did. */
  approved: z.object({ at: Instant, by: Person.nullable() }).nullable(),
})
export const Company = CompanyRef.extend({
  /** Whether it is still unnamed: called `New Company`, or with a name that starts with `company-`. */
  placeholder: z.boolean(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address: z.string().nullable(),
  description: z.string().nullable(),
  /** IANA name, or null for the provider's time zone. */
  timeZone: z.string().nullable(),
  /** Names of the tools that it uses. */
  tools: z.array(z.string()),
  /** Null for the provider's default hours. */
  businessHours: BusinessHours.nullable(),
  /** Identifies the content of the logo. Null when there is none. */
  logoEtag: z.string().nullable(),
  version: z.number().int(),
  createdAt: Instant,
  /** The actions that the reader may take on the company. */
  can: z.object({
    edit: z.boolean(),
    notes: z.boolean(),
    keys: z.boolean(),
    export: z.boolean(),
    approveMail: z.boolean(),
  }),
  mail: CompanyMail,
})
/**
 * The health of a company, derived from recorded facts only. The first rule that applies decides, and `reason` explains
 * it.
 * - `attention`: a P1 or P2 ticket has been open for more than 24 hours, or more than 10 tickets wait for us (new or in
 *   progress).
 * - `quiet`: no user of the company was active in the portal for 30 days, or ever.
 * - `good`: neither applies.
 */
export const Health = z.object({ state: z.enum(['attention', 'quiet', 'good']), reason: z.string() })
/** A company in the list for staff. */
export const CompanyRow = CompanyRef.extend({
  placeholder: z.boolean(),
  website: z.string().nullable(),
  logoEtag: z.string().nullable(),
  owners: z.array(Person),
  /** Number of users who can sign in. */
  users: z.number().int(),
  openTickets: z.number().int(),
  /** The P1 and P2 tickets among them. */
  urgentTickets: z.number().int(),
  /** Minutes left, or null when the company never had hours. */
  hours: z.number().int().nullable(),
  /**
   * Percent of the usable hours that is used, like `usedPercent` of the balance. Null when there is nothing to
   * calculate from.
   */
  hoursUsed: z.number().int().nullable(),
  /** When a user of the company was last active in the portal. */
  lastSeenAt: Instant.nullable(),
  createdAt: Instant,
  health: Health,
  /** Null when the company may not have mail sent to people without an account. */
  mailTrust: MailTrust.nullable(),
})
export const COMPANY_KINDS = ['partner', 'internal', 'placeholder'] as const
/** The filters that the list and the CSV share. */
export const CompanyFilter = z.object({
  /** Part of the name, the slug or the website. */
  q: z.string().max(200).optional(),
  kind: manyOf(z.enum(COMPANY_KINDS, 'Choose a company type.')),
  openTickets: z.enum(['yes', 'no'], 'Choose yes or no.').optional(),
  /** `low`: 80 percent of the usable hours are used. `out`: none are left. */
  hours: z.enum(['low', 'out'], 'Choose low or out.').optional(),
  /**
   * Whether the company may have mail sent to people without an account. `waiting`: it may not, and there is someone
   * whom it wants to email.
   */
  mail: z.enum(['approved', 'notApproved', 'waiting'], 'Choose approved, notApproved or waiting.').optional(),
  /** Only companies whose users were not active for this many days. */
  quietDays: z.coerce.number('Enter a number of days.').int().min(1).max(3650).optional(),
  sort: z.enum(['name', 'openTickets', 'hours', 'lastSeen', 'created']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})
const COMPANY_NAME_MAX = 200
/** Optional text. An empty text is stored as null. */
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
    .nullable()
    .optional()
const CompanyName = printed(
  z
    .string('Enter a company name.')
    .trim()
    .max(COMPANY_NAME_MAX, `At most ${COMPANY_NAME_MAX} characters.`)
    .regex(oneLine, 'Use a single line.'),
)
/**
 * Returns a web address with its scheme, such as `https://northgate.example` for `northgate.example`. Returns undefined
 * when the text is not a web address.
 */
function webAddress(typed: string): string | undefined {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/]*:\d/.test(typed) ? typed : `https://${typed}`)
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
    // Require a dot inside the host name, which excludes localhost and single words.
    if (!/^[^.\s]+(\.[^.\s]+)+$/.test(url.hostname)) return undefined
    return url.href.replace(/\/$/, url.pathname === '/' && !url.search && !url.hash ? '' : '/')
  } catch {
    return undefined
  }
}
const Website = z
  .string()
  .trim()
  .max(300, 'At most 300 characters.')
  .refine(
    (typed) => typed === '' || webAddress(typed) !== undefined,
    'Enter a web address, such as https://northgate.example.',
  )
  .transform((typed) => (typed === '' ? '' : (webAddress(typed) ?? typed)))
  .refine((address) => address.length <= 300, 'At most 300 characters.')
  .nullable()
  .optional()
/** Returns whether a name is a known time zone. */
export const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // Intl also accepts offsets such as +02:00, but those have no daylight saving time.
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
const profile = {
  phone: printed(optional(50).refine((v) => !v || oneLine.test(v), 'Use a single line.')),
  website: Website,
  address: printed(optional(500)),
  description: optional(2_000),
  timeZone: z
    .string()
    .max(60, 'Choose a time zone.')
    .refine((name) => name === '' || isTimeZone(name), 'Choose a time zone.')
    .nullable()
    .optional(),
  tools: z
    .array(
      z
        .string()
        .trim()
        .min(1, 'Enter a tool name.')
        .max(50, 'At most 50 characters.')
        .regex(oneLine, 'Use a single line.'),
    )
    .max(40, 'At most 40 tools.')
    .optional(),
  businessHours: BusinessHours.nullable().optional(),
}
/** Omitted fields stay as they are. An empty name keeps the current name; any other empty text becomes null. */
export const EditCompany = z.object({
  name: CompanyName.optional(),
  ...profile,
  /** The version that was on the screen. If it has changed, the answer is 409. */
  version: z.coerce.number().int().optional(),
})
export const CreateCompany = z.object({ name: CompanyName.min(1, 'Enter a company name.'), ...profile })
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this company. Review their changes and try again.',
    data: z.object({ current: Company.optional() }).optional(),
  },
}

export const companyOperations = {
  list: op('GET', '/companies', {
    roles: staff,
    tag: 'companies',
    summary: 'List companies with their users, tickets and health',
  })
    .input(CompanyFilter.extend(page))
    .output(pageOf(CompanyRow)),
  create: op('POST', '/companies', {
    roles: admin,
    tag: 'companies',
    summary: 'Add a partner company',
    status: 201,
    creates: true,
  })
    .input(CreateCompany)
    .output(Company),
  get: op('GET', '/companies/{id}', {
    roles: everyone,
    tag: 'companies',
    summary: 'Get a company. Partners can only get their own.',
  })
    .input(z.object({ id: Id }))
    .output(Company),
  summary: op('GET', '/companies/{id}/summary', {
    roles: staff,
    tag: 'companies',
    summary: 'Get the summary of a company: users, open tickets and health',
  })
    .input(z.object({ id: Id }))
    .output(CompanyRow),
  mine: op('GET', '/company', {
    roles: everyone,
    scope: 'company:read',
    tag: 'companies',
    summary: 'Get your company',
  }).output(Company),
  updateMine: op('PATCH', '/company', { roles: owner, tag: 'companies', summary: 'Update your company’s profile' })
    .errors(changed)
    .input(EditCompany)
    .output(Company),
  checkMine: op('POST', '/company/check', {
    roles: owner,
    tag: 'companies',
    summary: 'Validate an update of your company’s profile without saving it. Returns the unchanged company.',
  })
    .errors(changed)
    .input(EditCompany)
    .output(Company),
  update: op('PATCH', '/companies/{id}', { roles: admin, tag: 'companies', summary: 'Update a company’s profile' })
    .errors(changed)
    .input(EditCompany.extend({ id: Id }))
    .output(Company),
  approveMail: op('POST', '/companies/{id}/mail-approval', {
    roles: staff,
    tag: 'companies',
    summary: 'Approve email to people without an account for a company, or withdraw the approval',
  })
    .input(z.object({ id: Id, approved: z.boolean() }))
    .output(Company),
  tools: op('GET', '/tools', {
    roles: everyone,
    tag: 'companies',
    summary: 'List suggested MSP tools',
  }).output(z.object({ items: z.array(z.object({ name: z.string(), category: z.string() })) })),
  removeLogo: op('DELETE', '/company/logo', { roles: owner, tag: 'companies', summary: 'Remove the company’s logo' })
    .input(z.object({}).optional())
    .output(deletedAnswer),
  removePhoto: op('DELETE', '/me/photo', { roles: everyone, tag: 'companies', summary: 'Remove your photo' })
    .input(z.object({}).optional())
    .output(deletedAnswer),
  staff: op('GET', '/staff', {
    roles: staff,
    tag: 'companies',
    summary: 'List staff to whom work can be assigned',
  }).output(z.object({ items: z.array(Person) })),
}
