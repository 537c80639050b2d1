import { z } from 'zod'
import { confirmErrors, everyone, Id, Instant, manyOf, op, page, pageOf, type Role, SCOPES, staff } from './base.ts'

export const CompanyRef = z.object({ id: Id, name: z.string(), slug: z.string(), is_internal: z.boolean() })

/** Days of the week as business hours name them. */
export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const time = (words: string, pattern: RegExp) => z.string(words).regex(pattern, words)
const OpenRange = z
  .object({
    from: time('A time from 00:00 to 23:59.', /^([01]\d|2[0-3]):[0-5]\d$/),
    to: time('A time from 00:01 to 24:00.', /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/),
  })
  .refine(({ from, to }) => from < to, { message: 'The end has to come after the beginning.', path: ['to'] })
const Day = z
  .array(OpenRange)
  .max(4, 'At most four ranges a day.')
  .transform((ranges) => ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1)))
  .refine(
    (ranges) => ranges.every((r, i) => i === 0 || (ranges[i - 1]?.to ?? '') <= r.from),
    'These hours overlap. Join them into one range.',
  )
  .default([])
/** When a company works, per weekday, in its own time zone. */
export const BusinessHours = z
  .object({ mon: Day, tue: Day, wed: Day, thu: Day, fri: Day, sat: Day, sun: Day })
  .refine((week) => DAYS.some((day) => week[day].length > 0), {
    message: 'Add hours to at least one day, or take our usual hours.',
    path: ['mon'],
  })

export const Company = CompanyRef.extend({
  /** Nobody has told yet what it is called: named `New Company`, or the name starts with `company-`. */
  placeholder: z.boolean(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address: z.string().nullable(),
  description: z.string().nullable(),
  /** IANA name; null: the provider's. */
  timeZone: z.string().nullable(),
  /** Names of the tools it works with. */
  tools: z.array(z.string()),
  /** Null: the provider's usual hours. */
  businessHours: BusinessHours.nullable(),
  /** Names the bytes of the logo; null when there is none. */
  logoEtag: z.string().nullable(),
  version: z.number().int(),
  createdAt: Instant,
  /** What the reader may do with it. */
  can: z.object({ edit: z.boolean(), notes: z.boolean(), keys: z.boolean(), export: z.boolean() }),
})

/** A person as others see them: never more than the name. */
export const Person = z.object({ id: Id, name: z.string() })

/**
 * How a company is doing, from what is known for certain; the first rule that fits decides, and `reason` says it in words.
 * - `attention`: a P1 or P2 ticket is open for more than 24 hours, or more than 10 tickets wait on us (new or in progress).
 * - `quiet`: nobody of the company was seen in the portal for 30 days, or ever.
 * - `good`: neither.
 */
export const Health = z.object({ state: z.enum(['attention', 'quiet', 'good']), reason: z.string() })

/** A company in the list of staff. */
export const CompanyRow = CompanyRef.extend({
  placeholder: z.boolean(),
  website: z.string().nullable(),
  logoEtag: z.string().nullable(),
  owners: z.array(Person),
  /** People who can sign in. */
  users: z.number().int(),
  openTickets: z.number().int(),
  /** Of those, P1 and P2. */
  urgentTickets: z.number().int(),
  /** Minutes of hours that are left; null where hours never came in. */
  hours: z.number().int().nullable(),
  /** Percent of the hours that came in last which is used; null without any. */
  hoursUsed: z.number().int().nullable(),
  /** When anybody of the company was last in the portal. */
  lastSeenAt: Instant.nullable(),
  createdAt: Instant,
  health: Health,
})

/** Of what kind a company is. */
export const COMPANY_KINDS = ['partner', 'internal', 'placeholder'] as const
/** The filters that the list and the CSV share. */
export const CompanyFilter = z.object({
  /** Part of the name or of the website. */
  q: z.string().max(200).optional(),
  kind: manyOf(z.enum(COMPANY_KINDS, 'Choose a kind of company.')),
  openTickets: z.enum(['yes', 'no'], 'Choose yes or no.').optional(),
  /** `low`: four fifths of the hours that came in last are used. `out`: none are left. */
  hours: z.enum(['low', 'out'], 'Choose low or out.').optional(),
  /** Nobody was seen for this many days. */
  quietDays: z.coerce.number('A number of days.').int().min(1).max(3650).optional(),
  sort: z.enum(['name', 'openTickets', 'hours', 'lastSeen', 'created']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})

export const COMPANY_NAME_MAX = 200
const oneLine = /^[^\r\n]*$/
/** Text that may be left empty; empty is kept as null. */
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
    .nullable()
    .optional()
const CompanyName = z
  .string('Give the company a name.')
  .trim()
  .max(COMPANY_NAME_MAX, `At most ${COMPANY_NAME_MAX} characters.`)
  .regex(oneLine, 'One line only.')

/** A web address as people type it, whole again: `northgate.example` becomes `https://northgate.example`. */
function webAddress(typed: string): string | undefined {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/]*:\d/.test(typed) ? typed : `https://${typed}`)
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
    // A name with a dot that is not at its ends: neither localhost nor a bare word.
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
    'A web address such as https://northgate.example.',
  )
  .transform((typed) => (typed === '' ? '' : (webAddress(typed) ?? typed)))
  .refine((address) => address.length <= 300, 'At most 300 characters.')
  .nullable()
  .optional()

/** Whether it names a time zone that we know. */
export const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // Offsets such as +02:00 are zones to Intl too, but know no summer.
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

const profile = {
  phone: optional(50).refine((v) => !v || oneLine.test(v), 'One line only.'),
  website: Website,
  address: optional(500),
  description: optional(2_000),
  timeZone: z
    .string()
    .max(60, 'Choose a time zone.')
    .refine((name) => name === '' || isTimeZone(name), 'Choose a time zone.')
    .nullable()
    .optional(),
  tools: z
    .array(
      z.string().trim().min(1, 'A tool has a name.').max(50, 'At most 50 characters.').regex(oneLine, 'One line only.'),
    )
    .max(40, 'At most 40 tools.')
    .optional(),
  businessHours: BusinessHours.nullable().optional(),
}
/** What is left out stays as it is; an empty name keeps the name, any other empty text becomes null. */
export const EditCompany = z.object({
  name: CompanyName.optional(),
  ...profile,
  /** The version that was on the screen; another one by now answers 409. */
  version: z.coerce.number().int().optional(),
})
export const CreateCompany = z.object({ name: CompanyName.min(1, 'Give the company a name.'), ...profile })

/** A note that staff wrote about a company. */
export const CompanyNote = z.object({
  id: Id,
  author: Person,
  /** Markdown. */
  body: z.string(),
  version: z.number().int(),
  createdAt: Instant,
  editedAt: Instant.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export const NOTE_MAX = 10_000
const NoteBody = z
  .string('Write something first.')
  .trim()
  .min(1, 'Write something first.')
  .max(NOTE_MAX, `At most ${NOTE_MAX.toLocaleString('en-US')} characters.`)

/** What an entry of the audit log is about. */
export const ACTIVITY_KINDS = ['company', 'people', 'contacts', 'tickets', 'access'] as const
/** One act in the audit log. */
export const Activity = z.object({
  id: z.string(),
  at: Instant,
  /** Null: the product itself. */
  actor: Person.nullable(),
  actorRole: z.string().nullable(),
  /** What happened, such as `ticket.edit`. */
  action: z.string(),
  subjectType: z.string(),
  subjectId: Id.nullable(),
  /** What it is called, where that is known: a person's name, a ticket's number. */
  subjectName: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
})

/** A key with which programs of a company call the API. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** Its first characters, by which people tell keys apart. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  createdBy: Person,
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  state: z.enum(['live', 'expired', 'revoked']),
})
/** Live keys that a company may have. */
export const MAX_KEYS = 20
export const KEY_DAYS = [30, 90, 365] as const
export const CreateApiKey = z.object({
  name: z
    .string('Say what it is for.')
    .trim()
    .min(1, 'Say what it is for.')
    .max(100, 'At most 100 characters.')
    .regex(oneLine, 'One line only.'),
  scopes: z
    .array(z.enum(SCOPES, 'This is not a scope.'))
    .min(1, 'Choose at least one scope.')
    .transform((all) => [...new Set(all)]),
  /** Days until it ends by itself; null: never. */
  expiresInDays: z
    .union(
      KEY_DAYS.map((days) => z.literal(days)),
      'Choose 30, 90 or 365 days, or never.',
    )
    .nullable(),
})

/** An archive of everything a company has. */
export const Export = z.object({
  id: Id,
  state: z.enum(['queued', 'running', 'ready', 'failed']),
  /** Percent. */
  progress: z.number().int(),
  withFiles: z.boolean(),
  /** Bytes, once it is ready. */
  size: z.number().int().nullable(),
  requestedBy: Person,
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  /** When it is removed. */
  expiresAt: Instant.nullable(),
})
/** Days that a finished export stays. */
export const EXPORT_DAYS = 7

const owner: Role[] = ['owner']
const admin: Role[] = ['admin']
const gone = z.object({ deleted: z.literal(true) })
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this company meanwhile.',
    data: z.object({ current: Company.optional() }).optional(),
  },
}
const noteChanged = {
  CONFLICT: {
    status: 409,
    message: 'You changed this note somewhere else meanwhile.',
    data: z.object({ current: CompanyNote.optional() }).optional(),
  },
}

export const companies = {
  list: op('GET', '/companies', {
    roles: staff,
    tag: 'companies',
    summary: 'Companies with their people, tickets and health',
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
  get: op('GET', '/companies/{id}', { roles: everyone, tag: 'companies', summary: 'One company; partners: their own' })
    .input(z.object({ id: Id }))
    .output(Company),
  summary: op('GET', '/companies/{id}/summary', {
    roles: staff,
    tag: 'companies',
    summary: 'A company as the list shows it: people, open tickets, health',
  })
    .input(z.object({ id: Id }))
    .output(CompanyRow),
  mine: op('GET', '/company', {
    roles: everyone,
    scope: 'company:read',
    tag: 'companies',
    summary: 'The own company',
  }).output(Company),
  updateMine: op('PATCH', '/company', { roles: owner, tag: 'companies', summary: 'Change the own company’s profile' })
    .errors(changed)
    .input(EditCompany)
    .output(Company),
  update: op('PATCH', '/companies/{id}', { roles: admin, tag: 'companies', summary: 'Change a company’s profile' })
    .errors(changed)
    .input(EditCompany.extend({ id: Id }))
    .output(Company),
  tools: op('GET', '/tools', {
    roles: everyone,
    tag: 'companies',
    summary: 'Well-known tools of MSPs, to choose from',
  }).output(z.object({ items: z.array(z.object({ name: z.string(), category: z.string() })) })),
  removeLogo: op('DELETE', '/company/logo', { roles: owner, tag: 'companies', summary: 'Remove the company’s logo' })
    .input(z.object({}).optional())
    .output(gone),
  removePhoto: op('DELETE', '/me/photo', { roles: everyone, tag: 'companies', summary: 'Remove my photo' })
    .input(z.object({}).optional())
    .output(gone),

  notes: op('GET', '/companies/{id}/notes', {
    roles: staff,
    tag: 'companies',
    summary: 'What staff noted about a company, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(CompanyNote)),
  addNote: op('POST', '/companies/{id}/notes', {
    roles: staff,
    tag: 'companies',
    summary: 'Note something about a company, for staff only',
    status: 201,
    creates: true,
  })
    .input(z.object({ id: Id, body: NoteBody }))
    .output(CompanyNote),
  editNote: op('PATCH', '/company-notes/{id}', { roles: staff, tag: 'companies', summary: 'Change an own note' })
    .errors(noteChanged)
    .input(z.object({ id: Id, body: NoteBody, version: z.coerce.number().int().optional() }))
    .output(CompanyNote),
  deleteNote: op('DELETE', '/company-notes/{id}', { roles: staff, tag: 'companies', summary: 'Delete an own note' })
    .input(z.object({ id: Id }))
    .output(gone),
  activity: op('GET', '/companies/{id}/activity', {
    roles: staff,
    tag: 'companies',
    summary: 'Who did what at a company, newest first',
  })
    .input(z.object({ id: Id, kind: manyOf(z.enum(ACTIVITY_KINDS, 'Choose a kind.')), ...page }))
    .output(pageOf(Activity)),

  keys: op('GET', '/api-keys', { roles: owner, tag: 'companies', summary: 'API keys of the company, newest first' })
    .input(z.object(page))
    .output(pageOf(ApiKey)),
  keysOf: op('GET', '/companies/{id}/api-keys', {
    roles: admin,
    tag: 'companies',
    summary: 'API keys of a company, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(ApiKey)),
  createKey: op('POST', '/api-keys', {
    roles: owner,
    tag: 'companies',
    summary: 'Make an API key; this answer is the only one that shows it',
    status: 201,
    creates: true,
  })
    .errors({
      ...confirmErrors,
      TOO_MANY_KEYS: { status: 422, message: `At most ${MAX_KEYS} keys at a time. Revoke one that is not needed.` },
    })
    .input(CreateApiKey)
    .output(ApiKey.extend({ key: z.string() })),
  revokeKey: op('DELETE', '/api-keys/{id}', {
    roles: ['owner', 'admin'],
    tag: 'companies',
    summary: 'Revoke an API key; it holds at once',
  })
    .errors(confirmErrors)
    .input(z.object({ id: Id }))
    .output(ApiKey),

  exports: op('GET', '/exports', {
    roles: owner,
    tag: 'companies',
    summary: 'Exports of everything the company has, newest first',
  })
    .input(z.object(page))
    .output(pageOf(Export)),
  startExport: op('POST', '/exports', {
    roles: owner,
    tag: 'companies',
    summary: 'Have everything the company has put into one archive',
    status: 201,
    creates: true,
  })
    .errors({ EXPORT_RUNNING: { status: 409, message: 'An export is being made already. Wait until it is ready.' } })
    .input(z.object({ withFiles: z.boolean('Say whether attachments belong into it.') }))
    .output(Export),
  staff: op('GET', '/staff', {
    roles: staff,
    tag: 'companies',
    summary: 'The people of the provider, for assigning work',
  }).output(z.object({ items: z.array(Person) })),
}
