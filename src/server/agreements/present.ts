import type { z } from 'zod'
import { brand } from '../../../brand.config.ts'
import {
  type Agreement,
  type AgreementRow,
  type Revision,
  type RevisionRow as RevisionSchema,
  type Signature,
  Terms as TermsSchema,
} from '../../contract/agreements.ts'
import type { Actor } from '../platform/db.ts'
import { FORMER } from '../platform/words.ts'
import { can, consentFor, statusOf } from './policy.ts'
import type { FullRevision, RevisionRow, Row, SignatureRow } from './queries.ts'
import { isMonthly, type KeptTerms, type Terms, type Type, termsOf } from './terms.ts'
import { type About, inWords, written } from './text.ts'

/** Who we are, in the text of an agreement. */
export const provider = { name: brand.longName, email: brand.supportEmail }
/** `A-1001` */
export const ref = (number: number): string => `A-${number}`

const priceOf = (type: string, t: { price_cents: number | null; monthly_price_cents: number | null }) => {
  const cents = isMonthly(type) ? t.monthly_price_cents : t.price_cents
  return cents === null ? null : { cents, per: isMonthly(type) ? ('month' as const) : ('once' as const) }
}

/** An agreement in a list. */
export const presentRow = (r: Row): z.infer<typeof AgreementRow> => ({
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
  renewal: r.renewal as 'none',
  // One day after the end there is nothing to bill.
  nextPeriodOn:
    r.status === 'active' && r.next_period_on && (r.ends_on === null || r.next_period_on <= r.ends_on)
      ? r.next_period_on
      : null,
  ending: r.status === 'active' && r.cancelled_at !== null,
  open: r.open && {
    id: r.open.id,
    revision: r.open.revision,
    status: r.open.status as 'draft',
    amendment: r.revision !== null,
    sentAt: r.open.sentAt,
  },
  sentAt: r.sent_at,
  signedAt: r.signed_at,
  updatedAt: r.updated_at,
})

/** One text without the text. */
export const presentRevisionRow = (r: RevisionRow, reader: Actor): z.infer<typeof RevisionSchema> => {
  const staff = reader.kind === 'staff'
  return {
    id: r.id,
    revision: r.revision,
    status: r.status as 'draft',
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

/** The terms of a revision, with the names that are kept with them. */
export const termsIn = (kept: unknown): KeptTerms => {
  const { name, type, slaName, ...terms } = kept as KeptTerms
  return { ...TermsSchema.parse(terms), name, type, slaName: slaName ?? null }
}
/** The terms alone. */
export const bare = ({ name: _, type: __, slaName: ___, ...terms }: KeptTerms): Terms => terms

/** One text with its terms. `about` is what its variables stand for: a draft says what it lacks. */
export function presentRevision(r: FullRevision, reader: Actor, about: About): z.infer<typeof Revision> {
  const kept = termsIn(r.terms)
  const draft = r.status === 'draft' && reader.kind === 'staff'
  const now = draft && r.source ? written(r.source, kept, about) : null
  return {
    ...presentRevisionRow(r, reader),
    name: kept.name,
    terms: bare(kept),
    words: inWords(kept),
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
  signedAt: s.signed_at,
  sha256: s.sha256,
  consent: s.consent,
  evidence:
    reader.role === 'owner' || reader.role === 'admin'
      ? { email: s.email, userId: s.user_id, ip: s.ip, userAgent: s.user_agent }
      : null,
})

/** Everything about one agreement that goes to its reader. */
export type Parts = {
  row: Row
  creator: string | null
  sla: { id: string; name: string } | null
  revisions: RevisionRow[]
  current: FullRevision
  signatures: SignatureRow[]
  billed: z.infer<typeof Agreement>['billed']
  about: About
}
/** An agreement for one reader. */
export function present(p: Parts, reader: Actor): z.infer<typeof Agreement> {
  const { row } = p
  const staff = reader.kind === 'staff'
  return {
    ...presentRow(row),
    version: row.version,
    terms: termsOf(row),
    slaPolicy: p.sla,
    revision: row.revision,
    revisions: p.revisions.map((r) => presentRevisionRow(r, reader)),
    current: presentRevision(p.current, reader, p.about),
    signatures: p.signatures.map((s) => presentSignature(s, reader)),
    cancelReason: row.cancel_reason,
    cancelledAt: row.cancelled_at,
    billed: p.billed,
    activatedAt: row.activated_at,
    createdAt: row.created_at,
    createdBy: staff ? { id: row.created_by, name: p.creator ?? FORMER } : null,
    consent: consentFor(row.company),
    can: can(reader, row),
  }
}
