// Agreements: list, details, revisions, and the steps from draft to end.

import { z } from 'zod'
import { admin, current, Day, everyone, Id, Instant, manyOf, op, page, pageOf, staff, versioned } from '../base.ts'
import { Person } from '../companies/index.ts'
import { printed } from '../printed.ts'
import { Commitment } from '../signing.ts'
import { AGREEMENT_BODY_MAX, AgreementSource, COMMENT_MAX, Text } from './fields.ts'
import { AgreementType, RENEWALS, Terms, TermsPart } from './terms.ts'

/**
 * `returned`: the partner asked for changes before the first signature, and no new text was sent yet. `signed`: waits
 * for its first day, or for the card payment of its order.
 */
const AGREEMENT_STATUSES = ['draft', 'sent', 'returned', 'signed', 'active', 'expired', 'canceled'] as const
const REVISION_STATUSES = ['draft', 'sent', 'signed', 'returned', 'withdrawn', 'replaced'] as const
const AGREEMENT_SORTS = ['updated', 'number', 'name', 'ends', 'next'] as const
export const AgreementStatus = z.enum(AGREEMENT_STATUSES, 'Choose a status.')
const RevisionStatus = z.enum(REVISION_STATUSES)
const NAME_MAX = 200
const Reason = Text(COMMENT_MAX, 'Enter a reason.')
const AgreementName = printed(
  Text(NAME_MAX, 'Enter a name.').regex(/^[^\p{Cc}]*$/u, 'Use a single line.'),
  'in agreements',
)
const written = {
  name: AgreementName,
  /** Omitted terms stay as they are. */
  terms: TermsPart,
  /** The text with its variables. */
  source: AgreementSource,
  /** For an amendment: what changes and why, written for the partner. */
  summary: z
    .string()
    .trim()
    .max(COMMENT_MAX, `At most ${COMMENT_MAX.toLocaleString('en-US')} characters.`)
    .nullable(),
}
const NewAgreement = z.object({
  companyId: Id,
  type: AgreementType,
  /** The template that the text was taken from. */
  templateId: Id.nullable().default(null),
  name: written.name,
  terms: Terms,
  source: written.source,
})
/** The terms in a response. Terms that do not belong to the type have their default, such as null. */
const TermsNow = Terms
/** The price of an agreement, and whether it is due once or each month. */
const Value = z.object({ cents: z.number().int(), per: z.enum(['once', 'month']) })
const Ref = z.object({ id: Id, name: z.string() })
/** A revision that is in preparation, sent, or returned. It is an amendment when the agreement is already signed. */
const OpenRevision = z.object({
  id: Id,
  revision: z.number().int(),
  status: z.enum(['draft', 'sent', 'returned']),
  amendment: z.boolean(),
  sentAt: Instant.nullable(),
})
/** The actions that the reader may take on an agreement now. */
export const AgreementCan = z.object({
  edit: z.boolean(),
  send: z.boolean(),
  withdraw: z.boolean(),
  /** Prepare a new text, after the partner returned one or as an amendment. */
  revise: z.boolean(),
  /** Delete what is in preparation: an amendment, or a new text after the partner asked for changes. */
  discard: z.boolean(),
  cancel: z.boolean(),
  sign: z.boolean(),
  return: z.boolean(),
})
export const AgreementRow = z.object({
  id: Id,
  /** Shown as `A-1001`. */
  number: z.number().int(),
  name: z.string(),
  type: AgreementType,
  status: AgreementStatus,
  company: Ref,
  /** Null when it has no price. */
  value: Value.nullable(),
  monthlyMinutes: z.number().int().nullable(),
  minutes: z.number().int().nullable(),
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  renewal: z.enum(RENEWALS),
  /** The next day on which a month is billed, or null when no more months are billed. */
  nextPeriodOn: z.string().nullable(),
  /** Whether it was canceled, and its last day is still to come. */
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
  /** The name as it was typed. */
  name: z.string(),
  /** The name of the account that signed; null on old signatures. */
  accountName: z.string().nullable(),
  /** The signer confirmed that the typed name is their legal name. */
  legalName: z.boolean(),
  signedAt: Instant,
  sha256: z.string(),
  consent: z.string(),
  /** For owners and administrators only. */
  evidence: z
    .object({ email: z.string(), userId: Id, ip: z.string().nullable(), userAgent: z.string().nullable() })
    .nullable(),
})
export const RevisionRow = z.object({
  id: Id,
  revision: z.number().int(),
  status: RevisionStatus,
  summary: z.string().nullable(),
  /** The changes that the partner asked for. */
  comment: z.string().nullable(),
  sha256: z.string().nullable(),
  /** For staff only. */
  createdBy: Person.nullable(),
  sentBy: Person.nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  /** When an owner first opened it. */
  firstOpenedAt: Instant.nullable(),
  signedAt: Instant.nullable(),
})
export const Revision = RevisionRow.extend({
  name: z.string(),
  terms: TermsNow,
  /** The terms in plain words. */
  words: z.array(z.object({ label: z.string(), text: z.string() })),
  /** The text with its variables. For staff only, while it is a draft. */
  source: z.string().nullable(),
  /** The text in Markdown with all variables filled in. As it was last saved while `problem` is not null. */
  body: z.string(),
  /** Why `source` cannot be sent, or null when it can. */
  problem: z.string().nullable(),
})
export const Agreement = AgreementRow.extend({
  version: z.number().int(),
  /** The terms in force, or the proposed terms before the first signature. */
  terms: TermsNow,
  slaPolicy: Ref.nullable(),
  /** The number of the revision in force, or null before the first signature. */
  revision: z.number().int().nullable(),
  /** Newest first. Partners see only those that were sent. */
  revisions: z.array(RevisionRow),
  /** The revision to show: the open one, otherwise the one in force, otherwise the last one. */
  current: Revision,
  signatures: z.array(Signature),
  cancelReason: z.string().nullable(),
  canceledAt: Instant.nullable(),
  /**
   * The last month, or part of one, that was billed. A cancellation within it is not credited automatically. For
   * administrators only.
   */
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
  /** The consent sentence that the signer agrees to. */
  consent: z.string(),
  /** The money and months that a signature of `current` commits to. Empty when there is nothing to sign. */
  commitment: Commitment,
  can: AgreementCan,
})
/** An agreement with the state of its refunds. */
export const AgreementNow = Agreement.extend({
  /** Whether a refund for it failed and administrators have not resolved that yet. */
  refundFailed: z.boolean(),
})
export const AgreementFilter = z.object({
  q: z.string().trim().max(200, 'At most 200 characters.').optional(),
  status: manyOf(AgreementStatus),
  type: manyOf(AgreementType),
  company: Id.optional(),
  /** Only agreements with a text that awaits a signature, including amendments. */
  waiting: z.enum(['yes'], 'Use “yes”, or leave it out.').optional(),
  sort: z.enum(AGREEMENT_SORTS).default('updated'),
  order: z.enum(['asc', 'desc']).default('desc'),
})
/** One entry in the history of an agreement: who, when, why. */
export const AgreementAct = z.object({
  id: z.string(),
  at: Instant,
  /** Null when the system did it. */
  actor: Person.nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this agreement. Review their changes and try again.',
    data: current(Agreement),
  },
}
export const wrongState = {
  WRONG_STATUS: {
    status: 409,
    message: 'You can’t do this in the agreement’s current status.',
    data: current(Agreement),
  },
}

export const agreementOperations = {
  list: op('GET', '/agreements', {
    roles: everyone,
    tag: 'agreements',
    summary: 'List agreements; partners see those that were sent to their company',
  })
    .input(AgreementFilter.extend(page))
    .output(pageOf(AgreementRow)),
  get: op('GET', '/agreements/{id}', {
    roles: everyone,
    tag: 'agreements',
    summary: 'Get an agreement with its revisions, signatures and the actions you may take',
  })
    .input(z.object({ id: Id }))
    .output(AgreementNow),
  revision: op('GET', '/agreements/{id}/revisions/{revisionId}', {
    roles: everyone,
    tag: 'agreements',
    summary: 'Get a revision of an agreement with its text and terms',
  })
    .input(z.object({ id: Id, revisionId: Id }))
    .output(Revision),
  history: op('GET', '/agreements/{id}/history', {
    roles: staff,
    tag: 'agreements',
    summary: 'List the activity of an agreement, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(AgreementAct)),
  preview: op('POST', '/agreements/preview', {
    roles: staff,
    tag: 'agreements',
    summary: 'Preview a text with all variables filled in; saves nothing',
  })
    .input(
      NewAgreement.pick({ type: true, terms: true }).extend({
        /** Null for a sample company. */
        companyId: Id.nullable(),
        name: z.string().trim().max(NAME_MAX),
        source: z.string().max(AGREEMENT_BODY_MAX),
        /** The agreement that the preview is for, if it exists already. */
        id: Id.optional(),
      }),
    )
    .output(z.object({ body: z.string().nullable(), problem: z.string().nullable() })),
  create: op('POST', '/agreements', {
    roles: admin,
    tag: 'agreements',
    summary: 'Create an agreement as a draft',
    status: 201,
    creates: true,
  })
    .input(NewAgreement)
    .output(Agreement),
  edit: op('PATCH', '/agreements/{id}', {
    roles: admin,
    tag: 'agreements',
    summary: 'Change the draft text and terms',
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
    summary: 'Send the draft to the owners of the company for signature; its text is then final',
  })
    .errors({
      ...changed,
      ...wrongState,
      NO_OWNER: { status: 422, message: 'No one at this company can sign. Invite an owner first.' },
    })
    .input(z.object(versioned))
    .output(Agreement),
  withdraw: op('POST', '/agreements/{id}/withdraw', {
    roles: admin,
    tag: 'agreements',
    summary: 'Recall a revision that is awaiting signature; a copy becomes the new draft',
  })
    .errors({ ...changed, ...wrongState })
    .input(z.object({ ...versioned, reason: Reason }))
    .output(Agreement),
  revise: op('POST', '/agreements/{id}/revise', {
    roles: admin,
    tag: 'agreements',
    summary: 'Start a new draft after the partner requested changes, or an amendment to a signed agreement',
  })
    .errors({ ...changed, ...wrongState })
    .input(z.object(versioned))
    .output(Agreement),
  discard: op('POST', '/agreements/{id}/discard', {
    roles: admin,
    tag: 'agreements',
    summary: 'Discard a draft revision or amendment that was not sent',
  })
    .errors({ ...changed, ...wrongState })
    .input(z.object(versioned))
    .output(Agreement),
  cancel: op('POST', '/agreements/{id}/cancel', {
    roles: admin,
    tag: 'agreements',
    summary: 'Cancel an agreement; an active agreement ends after its last day',
  })
    .errors({ ...changed, ...wrongState })
    .input(z.object({ ...versioned, reason: Reason, lastDay: Day.nullable().default(null) }))
    .output(Agreement),
}
