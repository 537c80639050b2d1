import { z } from 'zod'
import { everyone, Id, Instant, manyOf, op, page, pageOf, staff } from './base.ts'
import { Person } from './companies.ts'

const admin = ['admin'] as const
const owner = ['owner'] as const

export const TYPES = ['block_hours', 'retainer', 'managed_automation', 'fixed_price', 'partnership'] as const
/**
 * `returned`: the partner asked for changes before the first signature, and no new text was sent yet. `signed`: its first
 * day is still to come.
 */
export const AGREEMENT_STATUSES = ['draft', 'sent', 'returned', 'signed', 'active', 'expired', 'cancelled'] as const
export const REVISION_STATUSES = ['draft', 'sent', 'signed', 'returned', 'withdrawn', 'replaced'] as const
export const RENEWALS = ['none', 'automatic'] as const
export const OVERAGES = ['stop', 'bill', 'percent'] as const
export const ROUNDING_PER = ['entry', 'ticket'] as const
export const BILLING_POINTS = ['signature', 'completion'] as const
export const ROLLOVERS = ['none', 'full', 'capped'] as const
export const AGREEMENT_SORTS = ['updated', 'number', 'name', 'ends', 'next'] as const
/** Types that are billed by the calendar month. */
export const MONTHLY = ['retainer', 'managed_automation', 'partnership'] as const

export const AgreementType = z.enum(TYPES, 'Choose what kind of agreement it is.')
export const AgreementStatus = z.enum(AGREEMENT_STATUSES, 'Choose a status.')
export const RevisionStatus = z.enum(REVISION_STATUSES)

const NAME_MAX = 200
export const BODY_MAX = 100_000
export const COMMENT_MAX = 2_000
const MINUTES_MAX = 600_000
const CENTS_MAX = 100_000_000

const whole = (min: number, max: number, words: string) =>
  z
    .int(words)
    .min(min, words)
    .max(max, `At most ${max.toLocaleString('en-US')}.`)
const Day = z.iso
  .date('Choose a day.')
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'A day from 2000 to 2099.')
const Cents = (words: string) => z.int(words).min(0, words).max(CENTS_MAX, 'At most $1,000,000.')
const Text = (max: number, words: string) =>
  z
    .string(words)
    .trim()
    .min(1, words)
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
const Reason = Text(COMMENT_MAX, 'Say why.')
export const AgreementName = Text(NAME_MAX, 'Give it a name.').regex(/^[^\p{Cc}]*$/u, 'One line only.')
/** Markdown with variables, such as `{{ company.name }}`. */
export const Source = z
  .string('Write the text.')
  .max(BODY_MAX, `At most ${BODY_MAX.toLocaleString('en-US')} characters.`)
  .refine((text) => text.trim() !== '', 'Write the text.')

/** What is agreed in figures. Money in cents, time in minutes, days without a time of day. */
export const Terms = z.object({
  /** Null: the day of the signature. */
  startsOn: Day.nullable().default(null),
  /** The last day; null: until cancelled. */
  endsOn: Day.nullable().default(null),
  /** At its end: over, or again for `renewalMonths`. */
  renewal: z.enum(RENEWALS, 'Choose what happens at the end.').default('none'),
  renewalMonths: whole(1, 60, 'How many months? From 1 to 60.').nullable().default(null),
  /** How long before its end either side says that it shall not renew. */
  noticeDays: whole(0, 365, 'How many days? From 0 to 365.').default(30),
  currency: z.literal('usd').default('usd'),
  /** Per hour, for work beyond the hours that were bought. */
  hourlyRateCents: whole(0, 10_000_000, 'An hourly rate, such as 175.').nullable().default(null),
  /** When no hours are left: nothing more is booked, more is billed at the rate, or so many percent may be owed. */
  overage: z.enum(OVERAGES, 'Choose what happens when no hours are left.').default('stop'),
  overagePercent: whole(1, 100, 'How many percent? From 1 to 100.').nullable().default(null),
  roundingIncrement: whole(1, 60, 'From 1 to 60 minutes.').default(15),
  roundingMinimum: whole(0, 480, 'From 0 to 480 minutes.').default(15),
  roundingPer: z.enum(ROUNDING_PER, 'Choose what is rounded.').default('entry'),
  /** Percent per kind of work; what is absent counts 100. */
  multipliers: z
    .strictObject({ after_hours: whole(0, 1_000, 'From 0 to 1,000 percent.').optional() })
    .default({ after_hours: 150 }),
  /** Work under it is covered by its price and draws no hours. */
  coversTime: z.boolean('Say yes or no.').default(false),
  slaPolicyId: Id.nullable().default(null),
  /** Invoices are due so many days after their date. */
  paymentDays: whole(0, 90, 'From 0 to 90 days.').default(15),
  /** Block hours: what comes with the signature. */
  minutes: whole(1, MINUTES_MAX, 'How many hours?').nullable().default(null),
  /** Block hours, fixed price: the price of the whole. */
  priceCents: Cents('A price, such as 3325.').nullable().default(null),
  /** Fixed price: billed with the signature, or when the last project of it is done. */
  billingPoint: z.enum(BILLING_POINTS, 'Choose when it is billed.').default('signature'),
  validMonths: whole(1, 60, 'How many months? From 1 to 60.').nullable().default(null),
  /** Per calendar month: a retainer's minutes, and the price of every type that is billed by the month. */
  monthlyMinutes: whole(1, MINUTES_MAX, 'How many hours?').nullable().default(null),
  monthlyPriceCents: Cents('A price, such as 1750.').nullable().default(null),
  /** What becomes of a retainer's unused minutes at the end of a month. */
  rollover: z.enum(ROLLOVERS, 'Choose what becomes of unused hours.').default('none'),
  rolloverCap: whole(1, MINUTES_MAX, 'How many hours at most?').nullable().default(null),
})
/** The terms that an agreement of a template begins with; what is absent is as usual. */
export const TermsPart = z.strictObject(
  Object.fromEntries(
    Object.entries(Terms.shape).map(([name, field]) => [name, (field as z.ZodDefault<z.ZodType>).unwrap().optional()]),
  ) as { [K in keyof typeof Terms.shape]: z.ZodOptional<ReturnType<(typeof Terms.shape)[K]['unwrap']>> },
)

/** Which fields belong to which types; all others are for every type. */
export const FIELDS_OF = {
  minutes: ['block_hours'],
  validMonths: ['block_hours'],
  priceCents: ['block_hours', 'fixed_price'],
  billingPoint: ['fixed_price'],
  monthlyMinutes: ['retainer'],
  monthlyPriceCents: ['retainer', 'managed_automation', 'partnership'],
  rollover: ['retainer'],
  rolloverCap: ['retainer'],
} as const satisfies Partial<Record<keyof z.infer<typeof Terms>, readonly (typeof TYPES)[number][]>>

const written = {
  name: AgreementName,
  /** What is left out stays. */
  terms: TermsPart,
  /** The text with its variables. */
  source: Source,
  /** An amendment: what changes and why, for the partner. */
  summary: z
    .string()
    .trim()
    .max(COMMENT_MAX, `At most ${COMMENT_MAX.toLocaleString('en-US')} characters.`)
    .nullable(),
}
export const NewAgreement = z.object({
  companyId: Id,
  type: AgreementType,
  /** Where the text comes from. */
  templateId: Id.nullable().default(null),
  name: written.name,
  terms: Terms,
  source: written.source,
})

/** What is agreed, as it is answered: what does not belong to the type is null. */
const TermsNow = Terms
/** A name that this text may use, such as `company.name`. */
export const Variable = z.object({ name: z.string(), about: z.string(), sample: z.string() })

/** How an agreement's price reads: once, or each month. */
const Value = z.object({ cents: z.number().int(), per: z.enum(['once', 'month']) })
const Ref = z.object({ id: Id, name: z.string() })

/** A change that is prepared, sent, or given back: of an agreement that holds, an amendment. */
const OpenRevision = z.object({
  id: Id,
  revision: z.number().int(),
  status: z.enum(['draft', 'sent', 'returned']),
  amendment: z.boolean(),
  sentAt: Instant.nullable(),
})

/** What the reader may do with an agreement now. */
export const AgreementCan = z.object({
  edit: z.boolean(),
  send: z.boolean(),
  withdraw: z.boolean(),
  /** Prepare a new text: after it was given back, or as an amendment. */
  revise: z.boolean(),
  /** Throw away a prepared amendment. */
  discard: z.boolean(),
  cancel: z.boolean(),
  sign: z.boolean(),
  giveBack: z.boolean(),
})

export const AgreementRow = z.object({
  id: Id,
  /** Screens write `A-1001`. */
  number: z.number().int(),
  name: z.string(),
  type: AgreementType,
  status: AgreementStatus,
  company: Ref,
  /** Null: nothing was priced. */
  value: Value.nullable(),
  monthlyMinutes: z.number().int().nullable(),
  minutes: z.number().int().nullable(),
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  renewal: z.enum(RENEWALS),
  /** The next day on which a month is billed; null: none any more. */
  nextPeriodOn: z.string().nullable(),
  /** It was cancelled and its last day is still to come. */
  ending: z.boolean(),
  open: OpenRevision.nullable(),
  sentAt: Instant.nullable(),
  signedAt: Instant.nullable(),
  updatedAt: Instant,
})

export const Signature = z.object({
  id: Id,
  revisionId: Id,
  revision: z.number().int(),
  /** As it was typed. */
  name: z.string(),
  signedAt: Instant,
  sha256: z.string(),
  consent: z.string(),
  /** For owners and administrators. */
  evidence: z
    .object({ email: z.string(), userId: Id, ip: z.string().nullable(), userAgent: z.string().nullable() })
    .nullable(),
})

export const RevisionRow = z.object({
  id: Id,
  revision: z.number().int(),
  status: RevisionStatus,
  summary: z.string().nullable(),
  /** What the partner asked for. */
  comment: z.string().nullable(),
  sha256: z.string().nullable(),
  /** For staff. */
  createdBy: Person.nullable(),
  sentBy: Person.nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  /** When an owner first had it on the screen. */
  firstOpenedAt: Instant.nullable(),
  signedAt: Instant.nullable(),
})
export const Revision = RevisionRow.extend({
  name: z.string(),
  terms: TermsNow,
  /** The terms in plain words. */
  words: z.array(z.object({ label: z.string(), text: z.string() })),
  /** The text with its variables, for staff while it is a draft. */
  source: z.string().nullable(),
  /** The exact text: Markdown, every variable put in. */
  body: z.string(),
  /** What is wrong with `source`, if it is not fit to be sent. */
  problem: z.string().nullable(),
})

export const Agreement = AgreementRow.extend({
  version: z.number().int(),
  /** What holds; before the first signature: what is proposed. */
  terms: TermsNow,
  slaPolicy: Ref.nullable(),
  /** The number of the revision that holds; null before the first signature. */
  revision: z.number().int().nullable(),
  /** Newest first; partners see those that were sent. */
  revisions: z.array(RevisionRow),
  /** What the reader has to look at: a text that is open, else the one that holds, else the last. */
  current: Revision,
  signatures: z.array(Signature),
  cancelReason: z.string().nullable(),
  cancelledAt: Instant.nullable(),
  /** The last month, or part of one, that is billed, for administrators: what a cancellation within it does not credit by itself. */
  billed: z
    .object({
      from: z.iso.date(),
      to: z.iso.date(),
      cents: z.number().int(),
      invoice: z.object({ id: Id, number: z.string().nullable(), status: z.string() }),
    })
    .nullable(),
  activatedAt: Instant.nullable(),
  createdAt: Instant,
  createdBy: Person.nullable(),
  /** The sentence that is agreed to with a signature. */
  consent: z.string(),
  can: AgreementCan,
})

/** An agreement as it is read, with what became of money that went back for it. */
export const AgreementNow = Agreement.extend({
  /** What was given back for it did not arrive, and administrators have not dealt with it yet. */
  refundFailed: z.boolean(),
})

export const AgreementFilter = z.object({
  q: z.string().trim().max(200, 'At most 200 characters.').optional(),
  status: manyOf(AgreementStatus),
  type: manyOf(AgreementType),
  company: Id.optional(),
  /** Only those with a text that waits for a signature, an amendment as well. */
  waiting: z.enum(['yes'], 'This can only be "yes".').optional(),
  sort: z.enum(AGREEMENT_SORTS).default('updated'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

/** One act on an agreement: who, when, why. */
export const AgreementAct = z.object({
  id: z.string(),
  at: Instant,
  /** Null: the product itself. */
  actor: Person.nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

export const Template = z.object({
  id: Id,
  name: z.string(),
  type: AgreementType,
  body: z.string(),
  terms: TermsPart,
  version: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
const TemplateName = Text(100, 'Give it a name.').regex(/^[^\p{Cc}]*$/u, 'One line only.')
export const NewTemplate = z.object({
  name: TemplateName,
  type: AgreementType,
  body: Source,
  terms: TermsPart.default({}),
})
export const EditTemplate = NewTemplate.partial().extend({
  terms: TermsPart.optional(),
  id: Id,
  version: z.coerce.number().int(),
})

export const Sign = z.object({
  id: Id,
  revisionId: Id,
  /** Of the text that was on the screen. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'This is not a checksum.'),
  name: Text(100, 'Type your full name.').pipe(
    z
      .string()
      .regex(/^[^\p{Cc}]*$/u, 'One line only.')
      .refine((name) => [...name].length >= 2, 'Type your full name.'),
  ),
  /** The sentence that was ticked, word by word. */
  consent: z.string('Tick the sentence above to sign.').max(1_000),
})

const current = (What: z.ZodType) => z.object({ current: What.optional() }).optional()
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this agreement meanwhile.',
    data: current(Agreement),
  },
}
const wrongState = {
  WRONG_STATUS: {
    status: 409,
    message: 'This is not possible in the status that the agreement has now.',
    data: current(Agreement),
  },
}
const taken = { NAME_TAKEN: { status: 422, message: 'Another one has this name already.' } }
const versioned = { id: Id, version: z.coerce.number().int() }

export const agreements = {
  list: op('GET', '/agreements', {
    roles: everyone,
    tag: 'agreements',
    summary: 'Agreements; partners: those of their own company that were sent to it',
  })
    .input(AgreementFilter.extend(page))
    .output(pageOf(AgreementRow)),
  get: op('GET', '/agreements/{id}', {
    roles: everyone,
    tag: 'agreements',
    summary: 'One agreement with its texts, signatures and what the reader may do',
  })
    .input(z.object({ id: Id }))
    .output(AgreementNow),
  revision: op('GET', '/agreements/{id}/revisions/{revisionId}', {
    roles: everyone,
    tag: 'agreements',
    summary: 'One text of an agreement with its terms',
  })
    .input(z.object({ id: Id, revisionId: Id }))
    .output(Revision),
  history: op('GET', '/agreements/{id}/history', {
    roles: staff,
    tag: 'agreements',
    summary: 'Who did what to an agreement, when and why; newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(AgreementAct)),
  preview: op('POST', '/agreements/preview', {
    roles: staff,
    tag: 'agreements',
    summary: 'A text as it would read, with every variable put in; changes nothing',
  })
    .input(
      NewAgreement.pick({ type: true, terms: true }).extend({
        /** Null: a company made up. */
        companyId: Id.nullable(),
        name: z.string().trim().max(NAME_MAX),
        source: z.string().max(BODY_MAX),
        /** The agreement that it is for, if there is one. */
        id: Id.optional(),
      }),
    )
    .output(z.object({ body: z.string().nullable(), problem: z.string().nullable() })),
  create: op('POST', '/agreements', {
    roles: admin,
    tag: 'agreements',
    summary: 'Write an agreement; it is a draft until it is sent',
    status: 201,
    creates: true,
  })
    .input(NewAgreement)
    .output(Agreement),
  edit: op('PATCH', '/agreements/{id}', {
    roles: admin,
    tag: 'agreements',
    summary: 'Change the text and terms that are prepared',
  })
    .errors({ ...changed, ...wrongState })
    .input(
      z
        .object(written)
        .partial()
        .extend({ type: AgreementType.optional(), ...versioned }),
    )
    .output(Agreement),
  send: op('POST', '/agreements/{id}/send', {
    roles: admin,
    tag: 'agreements',
    summary: 'Send the prepared text to the owners of the company; it never changes again',
  })
    .errors({
      ...changed,
      ...wrongState,
      NO_OWNER: { status: 422, message: 'Nobody at this company can sign. Invite an owner first.' },
    })
    .input(z.object(versioned))
    .output(Agreement),
  withdraw: op('POST', '/agreements/{id}/withdraw', {
    roles: admin,
    tag: 'agreements',
    summary: 'Take back a text that was sent; a copy of it is prepared again',
  })
    .errors({ ...changed, ...wrongState })
    .input(z.object({ ...versioned, reason: Reason }))
    .output(Agreement),
  revise: op('POST', '/agreements/{id}/revise', {
    roles: admin,
    tag: 'agreements',
    summary: 'Prepare a new text: after the partner asked for changes, or an amendment of what holds',
  })
    .errors({ ...changed, ...wrongState })
    .input(z.object(versioned))
    .output(Agreement),
  discard: op('POST', '/agreements/{id}/discard', {
    roles: admin,
    tag: 'agreements',
    summary: 'Throw away an amendment that was not sent',
  })
    .errors({ ...changed, ...wrongState })
    .input(z.object(versioned))
    .output(Agreement),
  cancel: op('POST', '/agreements/{id}/cancel', {
    roles: admin,
    tag: 'agreements',
    summary: 'Cancel an agreement; one that is active ends with its last day',
  })
    .errors({ ...changed, ...wrongState })
    .input(z.object({ ...versioned, reason: Reason, lastDay: Day.nullable().default(null) }))
    .output(Agreement),
  opened: op('POST', '/agreements/{id}/opened', {
    roles: owner,
    tag: 'agreements',
    summary: 'Say that the text was on an owner’s screen; the first time is kept',
  })
    .input(z.object({ id: Id, revisionId: Id }))
    .output(z.object({ id: Id })),
  giveBack: op('POST', '/agreements/{id}/return', {
    roles: owner,
    tag: 'agreements',
    summary: 'Ask for changes instead of signing',
  })
    .errors(wrongState)
    .input(z.object({ id: Id, revisionId: Id, comment: Text(COMMENT_MAX, 'Say what should be changed.') }))
    .output(Agreement),
  sign: op('POST', '/agreements/{id}/sign', {
    roles: owner,
    tag: 'agreements',
    summary: 'Sign the text that is open; what was agreed begins with it',
    status: 201,
    creates: true,
  })
    .errors({
      ...wrongState,
      TEXT_CHANGED: {
        status: 409,
        message: 'This is not the text that was sent to you. Load the page again and read it before you sign.',
      },
      OVER: {
        status: 409,
        message: 'The last day of this agreement has passed. Ask for changes, so that we can send a new one.',
      },
    })
    .input(Sign)
    .output(Agreement),
  templates: op('GET', '/agreement-templates', {
    roles: staff,
    tag: 'agreements',
    summary: 'Templates, and the variables that a text may use',
  }).output(z.object({ items: z.array(Template), variables: z.array(Variable), can: z.object({ edit: z.boolean() }) })),
  createTemplate: op('POST', '/agreement-templates', {
    roles: admin,
    tag: 'agreements',
    summary: 'Add a template',
    status: 201,
    creates: true,
  })
    .errors(taken)
    .input(NewTemplate)
    .output(Template),
  editTemplate: op('PATCH', '/agreement-templates/{id}', {
    roles: admin,
    tag: 'agreements',
    summary: 'Change a template; agreements made from it stay as they are',
  })
    .errors({
      ...taken,
      CONFLICT: { status: 409, message: 'Somebody else changed this template meanwhile.', data: current(Template) },
    })
    .input(EditTemplate)
    .output(Template),
  archiveTemplate: op('DELETE', '/agreement-templates/{id}', {
    roles: admin,
    tag: 'agreements',
    summary: 'Put a template away',
  })
    .errors({
      CONFLICT: { status: 409, message: 'Somebody else changed this template meanwhile.', data: current(Template) },
    })
    .input(z.object(versioned))
    .output(z.object({ id: Id })),
}
