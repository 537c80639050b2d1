import { type Insertable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { Terms } from '../../src/contract/agreements/index.ts'
import { consentFor } from '../../src/server/agreements/policy.ts'
import { agreementRef, presentProvider } from '../../src/server/agreements/present.ts'
import {
  dropUnusedTerms,
  type Terms as TermsType,
  type Type,
  toTermColumns,
} from '../../src/server/agreements/terms.ts'
import { renderAgreementText } from '../../src/server/agreements/text/text.ts'
import { checksumText } from '../../src/server/agreements/write.ts'
import type { Agreements } from '../../src/server/platform/database/db.types.ts'
import type { MadeUser, Owner } from './people.ts'

type Signed = { by: MadeUser; at?: string; ip?: string; userAgent?: string }
type Fields = {
  /** Who wrote and sent it. */
  by: MadeUser
  companyId: string
  id?: string
  type?: Type
  name?: string
  terms?: Partial<TermsType>
  source?: string
  /** When it was written and sent. Default: now. */
  at?: string
  /** Its progress. A signed agreement is active from its first day. */
  sent?: boolean
  returned?: string
  signed?: Signed
  /** An open amendment. */
  amendment?: { summary: string; terms: Partial<TermsType>; at?: string }
}
export type MadeAgreement = {
  id: string
  company_id: string
  number: number
  revisionId: string
  sha256: string
  terms: TermsType
}

/** Creates an agreement, by default a draft of block hours. The caller creates what follows from it, such as hours. */
export async function makeAgreement(db: Owner, fields: Fields): Promise<MadeAgreement> {
  const { by, companyId, type = 'block_hours', name = 'Automation hours', at = new Date().toISOString() } = fields
  const { sent, returned, signed } = fields
  const source = fields.source ?? 'Between {{ provider.name }} and {{ company.name }}.'
  const id = fields.id ?? uuid()
  const terms = dropUnusedTerms(
    type,
    Terms.parse({
      minutes: 600,
      priceCents: 175_000,
      monthlyMinutes: 600,
      monthlyPriceCents: 155_000,
      ...fields.terms,
    }),
  )
  const out = sent || signed || returned !== undefined
  const day = (of: string) => sql<string>`hours_day(${of}::timestamptz)`
  const company = await db
    .selectFrom('companies')
    .select(['name', 'address'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { number } = await db
    .insertInto('agreements')
    .values({
      company_id: companyId,
      id,
      name,
      type,
      ...toTermColumns(terms),
      status: out ? 'sent' : 'draft',
      sent_at: out ? at : null,
      created_by: by.id,
      created_at: at,
      updated_at: at,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  const revise = async (revision: number, of: TermsType, when: string, summary: string | null) => {
    const kept = { ...of, name, type, slaName: null }
    const { body, problem } = renderAgreementText(source, kept, {
      number: agreementRef(number),
      company,
      provider: presentProvider,
    })
    if (!body || problem) throw new Error(problem ?? 'No text.')
    const revisionId = uuid()
    await db
      .insertInto('agreement_revisions')
      .values({
        company_id: companyId,
        id: revisionId,
        agreement_id: id,
        revision,
        status: out ? 'sent' : 'draft',
        terms: JSON.stringify(kept),
        body,
        source,
        summary,
        sha256: out ? checksumText(body) : null,
        created_by: by.id,
        created_at: when,
        sent_at: out ? when : null,
        sent_by: out ? by.id : null,
      })
      .execute()
    return { revisionId, sha256: checksumText(body) }
  }
  const first = await revise(1, terms, at, null)
  const keep = (action: string, actor: MadeUser, role: string, when: string, after: object) =>
    db
      .insertInto('audit_log')
      .values({
        company_id: companyId,
        actor_id: actor.id,
        actor_role: role,
        action: `agreement.${action}`,
        subject_type: 'agreement',
        subject_id: id,
        after: JSON.stringify(after),
        created_at: when,
      })
      .execute()
  await keep('created', by, 'admin', at, { number, ...terms })
  if (out) await keep('sent', by, 'admin', at, { revision: 1, sha256: first.sha256 })
  const change = (revisionId: string) =>
    db.updateTable('agreement_revisions').where('company_id', '=', companyId).where('id', '=', revisionId)
  if (returned !== undefined)
    await change(first.revisionId).set({ status: 'returned', returned_comment: returned }).execute()
  if (signed) {
    const when = signed.at ?? at
    await db
      .insertInto('agreement_signatures')
      .values({
        company_id: companyId,
        id: uuid(),
        agreement_id: id,
        revision_id: first.revisionId,
        name: signed.by.fullName,
        account_name: signed.by.fullName,
        email: signed.by.email,
        user_id: signed.by.id,
        ip: signed.ip ?? '203.0.113.24',
        user_agent:
          signed.userAgent ??
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
        sha256: first.sha256,
        consent: consentFor(company.name),
        signed_at: when,
      })
      .execute()
    await change(first.revisionId).set({ status: 'signed', signed_at: when, first_opened_at: when }).execute()
    await sql`select copy_signed_terms(${companyId}::uuid, ${first.revisionId}::uuid, ${day(when)})`.execute(db)
    await db
      .updateTable('agreements')
      .set({
        signed_at: when,
        updated_at: when,
        status: sql<string>`case when starts_on <= hours_day(now()) then 'active' else 'signed' end`,
        activated_at: sql<string>`case when starts_on <= hours_day(now()) then greatest(${when}::timestamptz, starts_on::timestamptz) end`,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  }
  if (signed)
    await keep('signed', signed.by, 'owner', signed.at ?? at, {
      revision: 1,
      sha256: first.sha256,
      name: signed.by.fullName,
    })
  if (fields.amendment) {
    await keep('amended', by, 'admin', fields.amendment.at ?? at, { revision: 2 })
    await keep('sent', by, 'admin', fields.amendment.at ?? at, { revision: 2, summary: fields.amendment.summary })
    await revise(
      2,
      dropUnusedTerms(type, { ...terms, ...fields.amendment.terms }),
      fields.amendment.at ?? at,
      fields.amendment.summary,
    )
  }
  return { id, company_id: companyId, number, revisionId: first.revisionId, sha256: first.sha256, terms }
}

/**
 * Creates the row of an active agreement with default terms, which is enough to log time under it. It has no text and
 * no signature; `makeAgreement` creates those.
 */
export const makeActiveAgreement = (
  db: Owner,
  { by, ...fields }: Partial<Insertable<Agreements>> & { company_id: string; by: MadeUser },
): Promise<{ id: string; number: number; name: string }> =>
  db
    .insertInto('agreements')
    .values({
      id: uuid(),
      name: 'Automation support',
      type: 'block_hours',
      status: 'active',
      sent_at: new Date().toISOString(),
      signed_at: new Date().toISOString(),
      created_by: by.id,
      ...fields,
    })
    .returning(['id', 'number', 'name'])
    .executeTakeFirstOrThrow()
