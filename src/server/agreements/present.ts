import type { z } from 'zod'
import { brand } from '../../../brand.config.ts'
import {
  type Agreement,
  type AgreementRow,
  type Revision,
  type RevisionRow as RevisionSchema,
  type Signature,
  Terms as TermsSchema,
} from '../../contract/agreements/index.ts'
import type { Actor } from '../platform/database/db.ts'
import { FORMER } from '../platform/words.ts'
import { agreementPermissions, consentFor, statusOf } from './policy.ts'
import type { FullRevision, RevisionRow, Row, SignatureRow } from './queries.ts'
import { isMonthly, type KeptTerms, type Terms, type Type, termsOf } from './terms.ts'
import { type About, describeTerms, renderAgreementText } from './text/text.ts'

/** The provider, as the text of an agreement names it. */
export const presentProvider = { name: brand.longName, email: brand.supportEmail }
/** Returns the number of an agreement as people see it, such as `A-1001`. */
export const agreementRef = (number: number): string => `A-${number}`

const priceOf = (type: string, t: { price_cents: number | null; monthly_price_cents: number | null }) => {
  const cents = isMonthly(type) ? t.monthly_price_cents : t.price_cents
  return cents === null ? null : { cents, per: isMonthly(type) ? ('month' as const) : ('once' as const) }
}

/** Returns an agreement as lists show it. */
export const presentAgreementRow = (r: Row): z.infer<typeof AgreementRow> => ({
  id: r.id,
  number: r.number,
  name: r.name,
  type: r.type as Type,
  status: statusOf(r),
  company: { id: r.company_id, name: r.company },
  value: priceOf(r.type, r),
  monthlyMinutes: r.monthly_minutes,
  minutes: r.minutes,
  startsOn: r.starts_on,
  endsOn: r.ends_on,
  renewal: r.renewal as z.infer<typeof AgreementRow>['renewal'],
  // After the end there is nothing to bill.
  nextPeriodOn:
    r.status === 'active' && r.next_period_on && (r.ends_on === null || r.next_period_on <= r.ends_on)
      ? r.next_period_on
      : null,
  ending: r.status === 'active' && r.cancelled_at !== null,
  open: r.open && {
    id: r.open.id,
    revision: r.open.revision,
    status: r.open.status as NonNullable<z.infer<typeof AgreementRow>['open']>['status'],
    amendment: r.revision !== null,
    sentAt: r.open.sentAt,
  },
  sentAt: r.sent_at,
  signedAt: r.signed_at,
  updatedAt: r.updated_at,
})

/** Returns a revision without its text. */
const presentRevisionRow = (r: RevisionRow, reader: Actor): z.infer<typeof RevisionSchema> => {
  const staff = reader.kind === 'staff'
  return {
    id: r.id,
    revision: r.revision,
    status: r.status as z.infer<typeof RevisionSchema>['status'],
    summary: r.summary,
    comment: r.returned_comment,
    sha256: r.sha256,
    createdBy: staff ? { id: r.created_by, name: r.creator ?? FORMER } : null,
    sentBy: staff && r.sent_by ? { id: r.sent_by, name: r.sender ?? FORMER } : null,
    createdAt: r.created_at,
    sentAt: r.sent_at,
    firstOpenedAt: r.first_opened_at,
    signedAt: r.signed_at,
  }
}

/** Returns the terms of a revision, with the names that are stored with them. */
export const termsIn = (keptTerms: unknown): KeptTerms => {
  const { name, type, slaName, ...terms } = keptTerms as KeptTerms
  return { ...TermsSchema.parse(terms), name, type, slaName: slaName ?? null }
}
/** Returns the terms without the names. */
export const presentTerms = ({ name: _, type: __, slaName: ___, ...terms }: KeptTerms): Terms => terms

/**
 * Returns a revision with its text and terms. For staff, a draft is rendered with the values in `about`, and says what
 * it lacks.
 */
export function presentRevision(r: FullRevision, reader: Actor, about: About): z.infer<typeof Revision> {
  const keptTerms = termsIn(r.terms)
  const draft = r.status === 'draft' && reader.kind === 'staff'
  const now = draft && r.source ? renderAgreementText(r.source, keptTerms, about) : null
  return {
    ...presentRevisionRow(r, reader),
    name: keptTerms.name,
    terms: presentTerms(keptTerms),
    words: describeTerms(keptTerms),
    source: draft ? r.source : null,
    body: now?.body ?? r.body,
    problem: now?.problem ?? null,
  }
}

const presentSignature = (s: SignatureRow, reader: Actor): z.infer<typeof Signature> => ({
  id: s.id,
  revisionId: s.revision_id,
  revision: s.revision,
  name: s.name,
  accountName: s.account_name,
  legalName: s.legal_name_confirmed,
  signedAt: s.signed_at,
  sha256: s.sha256,
  consent: s.consent,
  evidence:
    reader.role === 'owner' || reader.role === 'admin'
      ? { email: s.email, userId: s.user_id, ip: s.ip, userAgent: s.user_agent }
      : null,
})

/** The parts of an agreement that its reader gets. */
export type Parts = {
  row: Row
  creator: string | null
  sla: { id: string; name: string } | null
  revisions: RevisionRow[]
  current: FullRevision
  signatures: SignatureRow[]
  billed: z.infer<typeof Agreement>['billed']
  about: About
  commitment: z.infer<typeof Agreement>['commitment']
}
/** Returns an agreement in full, for one reader. */
export function presentAgreement(p: Parts, reader: Actor): z.infer<typeof Agreement> {
  const { row } = p
  const staff = reader.kind === 'staff'
  return {
    ...presentAgreementRow(row),
    version: row.version,
    terms: termsOf(row),
    slaPolicy: p.sla,
    revision: row.revision,
    revisions: p.revisions.map((r) => presentRevisionRow(r, reader)),
    current: presentRevision(p.current, reader, p.about),
    signatures: p.signatures.map((s) => presentSignature(s, reader)),
    cancelReason: row.cancel_reason,
    canceledAt: row.cancelled_at,
    billed: p.billed,
    activatedAt: row.activated_at,
    createdAt: row.created_at,
    createdBy: staff ? { id: row.created_by, name: p.creator ?? FORMER } : null,
    consent: consentFor(row.company),
    commitment: p.commitment,
    can: agreementPermissions(reader, row),
  }
}
