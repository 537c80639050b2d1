// Leads: list, details, the pipeline, and conversion.

import { z } from 'zod'
import { Email } from '../account/index.ts'
import { Id, Instant, manyOf, op, page, pageOf, type Role, staff } from '../base.ts'
import { CreateCompany, Person } from '../companies/index.ts'
import { CALL_VOLUMES } from '../plain/call-volumes.ts'

/** Stages of the pipeline. */
export const STAGES = ['new', 'contacted', 'qualified', 'proposal', 'negotiation'] as const
/** The outcome. A lead becomes `won` only by conversion. */
export const LEAD_STATUSES = ['open', 'won', 'lost', 'spam'] as const
/** Where it came from. `manual`: entered by staff. */
const SOURCES = ['contact_form', 'voice_agent', 'notice', 'manual'] as const
const LEAD_SORTS = ['created', 'updated', 'next_action', 'name'] as const
const ACTIVITY_KINDS = [
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
/** Maximum number of tags on a lead. */
export const LEAD_TAGS_MAX = 10
const NOTE_MAX = 5_000
/** Maximum number of leads in one merge. */
const MERGE_MAX = 20
export const Stage = z.enum(STAGES, 'Choose a stage.')
export const LeadStatus = z.enum(LEAD_STATUSES, 'Choose a status.')
export const LeadSource = z.enum(SOURCES, 'Choose a source.')
/** The actions that the reader may take on a lead now. */
export const LeadCan = z.object({
  /** Name, organization, email, phone, owner, next action, tags. */
  edit: z.boolean(),
  note: z.boolean(),
  stage: z.boolean(),
  /** Statuses that can be set directly. `won` is set only by conversion. */
  statuses: z.array(LeadStatus),
  convert: z.boolean(),
  merge: z.boolean(),
  remove: z.boolean(),
})
export const LeadRow = z.object({
  id: Id,
  name: z.string().nullable(),
  organization: z.string().nullable(),
  /** Null only for a lead entered manually with nothing but a phone number. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  source: LeadSource,
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
/** The original text of a form submission or of a manual entry. */
export const Submission = z.object({
  id: Id,
  source: LeadSource,
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
/** Another lead with the same email address. */
export const SameAddress = LeadRow.pick({
  id: true,
  name: true,
  source: true,
  stage: true,
  status: true,
  createdAt: true,
}).extend({
  /** False for a converted lead, which stays as it is. */
  mergeable: z.boolean(),
})
export const Lead = LeadRow.extend({
  lostReason: z.string().nullable(),
  convertedTo: z.object({ id: Id, name: z.string(), slug: z.string() }).nullable(),
  convertedAt: Instant.nullable(),
  /** Newest first, at most 50: the lead's own, and those of leads merged into it. */
  submissions: z.array(Submission),
  /** At most 20, newest first. */
  sameAddress: z.array(SameAddress),
  /** Set when the address already belongs to a user. Only administrators see which company. */
  account: z.object({ company: z.object({ id: Id, name: z.string() }).nullable() }).nullable(),
  can: LeadCan,
})
export const LeadActivity = z.object({
  id: Id,
  kind: z.enum(ACTIVITY_KINDS),
  author: z.object({ id: Id.nullable(), name: z.string() }),
  /** The text of a note, or the reason why a lead was lost. */
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
  source: manyOf(LeadSource),
  /** `me`, `none` or a user's id. */
  owner: z.union([z.enum(['me', 'none']), Id]).optional(),
  /** The next action: overdue, due within seven days (including overdue), or none. */
  due: z.enum(['overdue', 'week', 'none'], 'Choose overdue, week or none.').optional(),
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
    // The text goes into mail subjects and table cells.
    .regex(/^[^\r\n]*$/, 'Use a single line.')
/** One line of optional text. */
const maybe = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .regex(/^[^\r\n]*$/, 'Use a single line.')
    .transform((value) => value || null)
    .nullable()
const maybeEmail = z.union([z.literal('').transform(() => null), z.null(), Email])
const Tags = z
  .array(
    z
      .string()
      .trim()
      .min(1, 'Enter at least one character per tag.')
      .max(40, 'Each tag can have at most 40 characters.')
      .regex(/^[^\r\n,]*$/, 'Tags can’t contain commas or line breaks.'),
  )
  .max(LEAD_TAGS_MAX, `At most ${LEAD_TAGS_MAX} tags.`)
/** Limited to 2000–2099, so that lists can still sort a lead without a date after every other lead. */
const Due = Instant.refine((at) => at >= '2000' && at < '2100', 'Choose a date from 2000 to 2099.')
/** A lead entered by staff, such as from a phone call, a trade show, or a referral. */
const CreateLead = z.object({
  name: line(100, 'Enter a name.'),
  organization: maybe(200).optional(),
  email: maybeEmail.optional(),
  phone: maybe(50).optional(),
  message: z
    .string()
    .trim()
    .max(5_000, 'At most 5,000 characters.')
    .transform((value) => value || null)
    .optional(),
  tags: Tags.default([]),
  stage: Stage.default('new'),
  /** Omitted: unassigned. */
  ownerId: Id.nullable().optional(),
  nextAction: maybe(200).optional(),
  nextActionAt: Due.nullable().optional(),
})
export const EditLead = z.object({
  id: Id,
  /** The version that was on the screen. If it has changed, the answer is 409. */
  version: z.coerce.number().int(),
  name: maybe(100).optional(),
  organization: maybe(200).optional(),
  email: maybeEmail.optional(),
  phone: maybe(50).optional(),
  tags: Tags.optional(),
  ownerId: Id.nullable().optional(),
  /** Null when it is done or there is nothing to do. Its date is then cleared too. */
  nextAction: maybe(200).optional(),
  nextActionAt: Due.nullable().optional(),
})
const ConvertLead = z.object({
  id: Id,
  version: z.coerce.number().int(),
  company: CreateCompany.pick({ name: true, website: true, phone: true }),
  /** Also add the person as a contact of the new company. */
  contact: z.boolean().default(true),
  /** The person to invite as the company's owner, or null to send no invitation yet. */
  owner: z.object({ email: Email, fullName: maybe(100).optional() }).nullable(),
})
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this lead. Review their changes and try again.',
    data: z.object({ current: Lead.optional() }).optional(),
  },
}
const converted = {
  LEAD_CONVERTED: { status: 409, message: 'This lead was converted. Continue in its company record.' },
}
const versioned = { id: Id, version: z.coerce.number().int().optional() }
const administrators: Role[] = ['admin']

export const leadOperations = {
  list: op('GET', '/leads', {
    roles: staff,
    tag: 'leads',
    summary: 'List leads. Merged leads are included in the lead they were merged into.',
  })
    .input(LeadFilter.extend(page))
    .output(pageOf(LeadRow)),
  counts: op('GET', '/leads/counts', {
    roles: staff,
    tag: 'leads',
    summary: 'Count open leads by stage, and all leads by status',
  }).output(
    z.object({
      byStage: z.record(Stage, z.number().int()),
      byStatus: z.record(LeadStatus, z.number().int()),
      /** Open leads only. */
      mine: z.number().int(),
      unowned: z.number().int(),
      overdue: z.number().int(),
    }),
  ),
  create: op('POST', '/leads/manual', {
    roles: staff,
    tag: 'leads',
    summary: 'Create a lead manually. Returns its ID.',
    status: 201,
    creates: true,
  })
    .input(CreateLead)
    // Return only the id. The response is stored for the idempotency key, where personal data could not be erased on
    // request.
    .output(z.object({ id: Id })),
  get: op('GET', '/leads/{id}', {
    roles: staff,
    tag: 'leads',
    summary: 'Get a lead. For a merged lead, returns the lead it was merged into.',
  })
    .input(z.object({ id: Id }))
    .output(Lead),
  activities: op('GET', '/leads/{id}/activities', {
    roles: staff,
    tag: 'leads',
    summary: 'List the activity of a lead and of leads merged into it, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(LeadActivity)),
  edit: op('PATCH', '/leads/{id}', {
    roles: staff,
    tag: 'leads',
    summary: 'Update a lead’s details, owner, next action or tags',
  })
    .errors({ ...changed, ...converted })
    .input(EditLead)
    .output(Lead),
  setStage: op('POST', '/leads/{id}/stage', { roles: staff, tag: 'leads', summary: 'Change the stage of a lead' })
    .errors({ ...changed, ...converted })
    .input(z.object({ ...versioned, stage: Stage }))
    .output(Lead),
  setStatus: op('POST', '/leads/{id}/status', {
    roles: staff,
    tag: 'leads',
    summary: 'Change the status of a lead to open, lost (with a reason) or spam. To mark a lead as won, convert it.',
  })
    .errors({ ...changed, ...converted })
    .input(
      z.object({
        ...versioned,
        status: LeadStatus,
        lostReason: z.string().trim().min(1, 'Enter a reason.').max(500, 'At most 500 characters.').optional(),
      }),
    )
    .output(Lead),
  addNote: op('POST', '/leads/{id}/notes', {
    roles: staff,
    tag: 'leads',
    summary: 'Add a note to a lead. Returns its ID.',
    status: 201,
    creates: true,
  })
    .input(
      z.object({
        id: Id,
        text: z
          .string('Enter a note.')
          .max(NOTE_MAX, `At most ${NOTE_MAX.toLocaleString('en-US')} characters.`)
          .refine((value) => value.trim() !== '', 'Enter a note.'),
      }),
    )
    .output(z.object({ id: Id })),
  convert: op('POST', '/leads/{id}/convert', {
    roles: administrators,
    tag: 'leads',
    summary: 'Convert a lead to a partner company and invite its owner. The lead becomes won.',
    status: 201,
    creates: true,
  })
    .errors({
      ...changed,
      ...converted,
      LEAD_NOT_OPEN: { status: 409, message: 'You can only convert an open lead. Reopen it first.' },
      TOO_MANY_INVITATIONS: {
        status: 429,
        message: 'Too many invitations were sent in the last hour, by you or to this address. Try again later.',
      },
      ADDRESS_IN_USE: {
        status: 409,
        message: 'A user with this email address already exists. Invite a different address, or edit that user.',
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
    summary: 'Merge other leads from the same email address into this one',
  })
    .errors({ ...changed, ...converted })
    .input(
      z.object({
        ...versioned,
        ids: z.array(Id).min(1, 'Choose at least one lead.').max(MERGE_MAX, `At most ${MERGE_MAX} leads at a time.`),
      }),
    )
    .output(Lead),
  remove: op('DELETE', '/leads/{id}', {
    roles: administrators,
    tag: 'leads',
    summary: 'Permanently delete a lead, the leads merged into it and all of their personal data',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ removed: z.literal(true) })),
}
