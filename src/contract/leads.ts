import { z } from 'zod'
import { Email } from './account.ts'
import { Id, Instant, manyOf, op, page, pageOf, type Role, staff } from './base.ts'
import { CreateCompany, Person } from './companies.ts'

/** How far it got. */
export const STAGES = ['new', 'contacted', 'qualified', 'proposal', 'negotiation'] as const
/** What became of it. Won only by conversion. */
export const LEAD_STATUSES = ['open', 'won', 'lost', 'spam'] as const
/** Where it came from; `manual` was entered by hand. */
export const SOURCES = ['contact_form', 'voice_agent', 'notice', 'manual'] as const
export const LEAD_SORTS = ['created', 'updated', 'next_action', 'name'] as const
export const ACTIVITY_KINDS = [
  'created',
  'note',
  'stage',
  'status',
  'owner',
  'next_action',
  'edited',
  'converted',
  'merged',
] as const
/** Tags of one lead. */
export const TAGS_MAX = 10
export const NOTE_MAX = 5_000
/** Leads that one merge takes in. */
export const MERGE_MAX = 20

export const Stage = z.enum(STAGES, 'Choose a stage.')
export const LeadStatus = z.enum(LEAD_STATUSES, 'Choose a status.')
export const Source = z.enum(SOURCES, 'Choose a source.')

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters.`)
const filled = (max: number, words: string) =>
  z.string(words).trim().min(1, words).max(max, `At most ${max} characters.`)
/** How many calls a month the voice agent would take. */
export const CALL_VOLUMES = ['under-100', '100-500', '500-2000', 'over-2000', 'unknown'] as const

/** What every public form carries beside its own fields. */
const form = {
  email: Email,
  /** The page the form stands on, such as /contact. */
  page: z.string().regex(/^\/[a-z0-9/-]{0,100}$/, 'This is not one of our pages.'),
  /** Ticked by hand. */
  consent: z.literal(true, 'Please agree, or we may not keep your address.'),
  /** A field that people do not see: whatever fills it is a robot. */
  website: z.string().max(500).default(''),
}
/** A question, a request for the voice agent, or the wish to hear when something opens. */
export const NewLead = z.discriminatedUnion('kind', [
  z.object({
    ...form,
    kind: z.literal('contact'),
    name: filled(100, 'Tell us your name.'),
    company: text(200).default(''),
    phone: text(50).default(''),
    about: text(100).default(''),
    message: filled(5_000, 'Tell us what it is about.'),
    token: z.string().max(200),
  }),
  z.object({
    ...form,
    kind: z.literal('voice'),
    name: filled(100, 'Tell us your name.'),
    company: filled(200, 'Tell us the company.'),
    phone: filled(50, 'Tell us a number that we can call.'),
    callVolume: z.enum(CALL_VOLUMES, 'Choose roughly how many calls.'),
    token: z.string().max(200),
  }),
  z.object({ ...form, kind: z.literal('notice') }),
])

/** What the reader may do with a lead now. */
export const LeadCan = z.object({
  /** Names, owner, next action, tags. */
  edit: z.boolean(),
  note: z.boolean(),
  stage: z.boolean(),
  /** Statuses that can be set directly; won comes by conversion only. */
  statuses: z.array(LeadStatus),
  convert: z.boolean(),
  merge: z.boolean(),
  remove: z.boolean(),
})

export const LeadRow = z.object({
  id: Id,
  name: z.string().nullable(),
  organization: z.string().nullable(),
  /** Null only for somebody entered by hand of whom nothing but a phone number is known. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  source: Source,
  stage: Stage,
  status: LeadStatus,
  owner: Person.nullable(),
  nextAction: z.string().nullable(),
  nextActionAt: Instant.nullable(),
  tags: z.array(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
})

/** What somebody sent through a form, or what was entered by hand, as it was. */
export const Submission = z.object({
  id: Id,
  source: Source,
  name: z.string().nullable(),
  organization: z.string().nullable(),
  phone: z.string().nullable(),
  about: z.string().nullable(),
  page: z.string().nullable(),
  callVolume: z.enum(CALL_VOLUMES).nullable(),
  message: z.string().nullable(),
  consentAt: Instant.nullable(),
  createdAt: Instant,
})

/** Another lead from the same address. */
export const SameAddress = LeadRow.pick({
  id: true,
  name: true,
  source: true,
  stage: true,
  status: true,
  createdAt: true,
}).extend({
  /** A converted lead stays what it is. */
  mergeable: z.boolean(),
})

export const Lead = LeadRow.extend({
  lostReason: z.string().nullable(),
  convertedTo: z.object({ id: Id, name: z.string(), slug: z.string() }).nullable(),
  convertedAt: Instant.nullable(),
  /** Newest first: the lead's own and those of leads merged into it, at most 50. */
  submissions: z.array(Submission),
  /** At most 20, newest first. */
  sameAddress: z.array(SameAddress),
  /** Set when the address signs in to the portal already; which company it belongs to is for administrators. */
  account: z.object({ company: z.object({ id: Id, name: z.string() }).nullable() }).nullable(),
  can: LeadCan,
})

export const Activity = z.object({
  id: Id,
  kind: z.enum(ACTIVITY_KINDS),
  author: z.object({ id: Id.nullable(), name: z.string() }),
  /** Of a note: what was written; of a lost lead: why. */
  text: z.string(),
  change: z
    .object({
      field: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      /** When the next action is due. */
      at: Instant.nullable(),
    })
    .nullable(),
  createdAt: Instant,
})

/** The filters that the list and the CSV share. */
export const LeadFilter = z.object({
  q: z.string().max(200).optional(),
  stage: manyOf(Stage),
  status: manyOf(LeadStatus),
  source: manyOf(Source),
  /** `me`, `none` or a person's id. */
  owner: z.union([z.enum(['me', 'none']), Id]).optional(),
  /** The next action: overdue, due within seven days (what is overdue included), or there is none. */
  due: z.enum(['overdue', 'week', 'none'], 'Choose when it is due.').optional(),
  tag: z.string().max(40).optional(),
  sort: z.enum(LEAD_SORTS).default('created'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

const line = (max: number, words: string) =>
  z
    .string(words)
    .trim()
    .min(1, words)
    .max(max, `At most ${max} characters.`)
    // Goes into the heads of mails and the cells of tables.
    .regex(/^[^\r\n]*$/, 'One line only.')
/** One line that may be left out. */
const maybe = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .regex(/^[^\r\n]*$/, 'One line only.')
    .transform((value) => value || null)
    .nullable()
const maybeEmail = z.union([z.literal('').transform(() => null), z.null(), Email])
const Tags = z
  .array(
    z
      .string()
      .trim()
      .min(1, 'A tag has at least one character.')
      .max(40, 'A tag has at most 40 characters.')
      .regex(/^[^\r\n,]*$/, 'A tag is one line without commas.'),
  )
  .max(TAGS_MAX, `At most ${TAGS_MAX} tags.`)
/** From the year 2000 on, and before pages of a list would run out of room for it. */
const Due = Instant.refine((at) => at >= '2000' && at < '2100', 'Choose a date between 2000 and 2100.')

/** Somebody met otherwise: on the phone, at a fair, by recommendation. */
export const CreateLead = z.object({
  name: line(100, 'Say who it is.'),
  organization: maybe(200).optional(),
  email: maybeEmail.optional(),
  phone: maybe(50).optional(),
  message: z
    .string()
    .trim()
    .max(5_000, 'At most 5000 characters.')
    .transform((value) => value || null)
    .optional(),
  tags: Tags.default([]),
  stage: Stage.default('new'),
  /** Left out: nobody yet. */
  ownerId: Id.nullable().optional(),
  nextAction: maybe(200).optional(),
  nextActionAt: Due.nullable().optional(),
})

export const EditLead = z.object({
  id: Id,
  /** The version that was on the screen; another one by now answers 409. */
  version: z.coerce.number().int(),
  name: maybe(100).optional(),
  organization: maybe(200).optional(),
  email: maybeEmail.optional(),
  phone: maybe(50).optional(),
  tags: Tags.optional(),
  ownerId: Id.nullable().optional(),
  /** Null: done, or nothing to do; the date goes with it. */
  nextAction: maybe(200).optional(),
  nextActionAt: Due.nullable().optional(),
})

export const ConvertLead = z.object({
  id: Id,
  version: z.coerce.number().int(),
  company: CreateCompany.pick({ name: true, website: true, phone: true }),
  /** Also keep the person as a contact of the new company. */
  contact: z.boolean().default(true),
  /** Who is invited as the company's owner; null: nobody yet. */
  owner: z.object({ email: Email, fullName: maybe(100).optional() }).nullable(),
})

const changed = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this lead meanwhile.',
    data: z.object({ current: Lead.optional() }).optional(),
  },
}
const converted = {
  LEAD_CONVERTED: { status: 409, message: 'This lead was converted: the rest happens at its company.' },
}
const versioned = { id: Id, version: z.coerce.number().int().optional() }
const administrators: Role[] = ['admin']

export const leads = {
  formToken: op('GET', '/form-token', {
    roles: [],
    tag: 'leads',
    summary: 'A token that says when a public form was shown',
  }).output(z.object({ token: z.string() })),
  addLead: op('POST', '/leads', { roles: [], tag: 'leads', summary: 'Send one of the public forms', status: 201 })
    .errors({ FORM_TOO_OLD: { status: 422, message: 'This form was open for very long. Please send it again.' } })
    .input(NewLead)
    .output(z.object({ received: z.literal(true) })),
  list: op('GET', '/leads', {
    roles: staff,
    tag: 'leads',
    summary: 'Leads; merged ones only within the one they are in',
  })
    .input(LeadFilter.extend(page))
    .output(pageOf(LeadRow)),
  counts: op('GET', '/leads/counts', {
    roles: staff,
    tag: 'leads',
    summary: 'How many open leads are in each stage, and how many leads have each status',
  }).output(
    z.object({
      byStage: z.record(Stage, z.number().int()),
      byStatus: z.record(LeadStatus, z.number().int()),
      /** Of the open ones. */
      mine: z.number().int(),
      unowned: z.number().int(),
      overdue: z.number().int(),
    }),
  ),
  create: op('POST', '/leads/manual', {
    roles: staff,
    tag: 'leads',
    summary: 'Enter a lead by hand; answers its id',
    status: 201,
    creates: true,
  })
    .input(CreateLead)
    // No more than the id: the answer is kept for repeats, and what is kept there could not be forgotten on request.
    .output(z.object({ id: Id })),
  get: op('GET', '/leads/{id}', {
    roles: staff,
    tag: 'leads',
    summary: 'One lead; for a merged one, the lead that it is in now',
  })
    .input(z.object({ id: Id }))
    .output(Lead),
  activities: op('GET', '/leads/{id}/activities', {
    roles: staff,
    tag: 'leads',
    summary: 'What was done about a lead, newest first, that of leads merged into it included',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(Activity)),
  edit: op('PATCH', '/leads/{id}', {
    roles: staff,
    tag: 'leads',
    summary: 'Change who it is, owner, next action or tags',
  })
    .errors({ ...changed, ...converted })
    .input(EditLead)
    .output(Lead),
  setStage: op('POST', '/leads/{id}/stage', { roles: staff, tag: 'leads', summary: 'Say how far a lead got' })
    .errors({ ...changed, ...converted })
    .input(z.object({ ...versioned, stage: Stage }))
    .output(Lead),
  setStatus: op('POST', '/leads/{id}/status', {
    roles: staff,
    tag: 'leads',
    summary: 'Say what became of a lead: open, lost (with the reason) or spam; won comes by conversion',
  })
    .errors({ ...changed, ...converted })
    .input(
      z.object({
        ...versioned,
        status: LeadStatus,
        lostReason: z.string().trim().min(1, 'Say why.').max(500, 'At most 500 characters.').optional(),
      }),
    )
    .output(Lead),
  addNote: op('POST', '/leads/{id}/notes', {
    roles: staff,
    tag: 'leads',
    summary: 'Write a note about a lead; answers its id',
    status: 201,
    creates: true,
  })
    .input(
      z.object({
        id: Id,
        text: z
          .string('Write something first.')
          .max(NOTE_MAX, `At most ${NOTE_MAX} characters.`)
          .refine((value) => value.trim() !== '', 'Write something first.'),
      }),
    )
    .output(z.object({ id: Id })),
  convert: op('POST', '/leads/{id}/convert', {
    roles: administrators,
    tag: 'leads',
    summary: 'Make a lead a partner company and invite its owner: the lead is won',
    status: 201,
    creates: true,
  })
    .errors({
      ...changed,
      ...converted,
      LEAD_NOT_OPEN: { status: 409, message: 'Only an open lead can be converted. Open it again first.' },
      TOO_MANY_INVITATIONS: { status: 429, message: 'You sent very many invitations. Try again later.' },
      ADDRESS_IN_USE: {
        status: 409,
        message: 'This address signs in to the portal already. Invite another one, or change that user instead.',
        data: z
          .object({
            fields: z.record(z.string(), z.array(z.string())).optional(),
            company: z.object({ id: Id, name: z.string() }).optional(),
          })
          .optional(),
      },
    })
    .input(ConvertLead)
    .output(z.object({ company: z.object({ id: Id, name: z.string(), slug: z.string() }), invited: z.boolean() })),
  merge: op('POST', '/leads/{id}/merge', {
    roles: staff,
    tag: 'leads',
    summary: 'Take in other leads from the same address',
  })
    .errors({ ...changed, ...converted })
    .input(
      z.object({
        ...versioned,
        ids: z.array(Id).min(1, 'Choose at least one lead.').max(MERGE_MAX, `At most ${MERGE_MAX} at once.`),
      }),
    )
    .output(Lead),
  remove: op('DELETE', '/leads/{id}', {
    roles: administrators,
    tag: 'leads',
    summary: 'Erase a lead with everything that is known of the person; what was merged into it too',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ removed: z.literal(true) })),
}
