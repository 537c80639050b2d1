import type { z } from 'zod'
import type { Agreement } from '../../contract/agreements/index.ts'
import { contract } from '../../contract/index.ts'
import { lastBilled, refundFailed } from '../billing/index.ts'
import { getProviderToday } from '../hours/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { agreementPermissions } from './policy.ts'
import { agreementRef, presentAgreement, presentProvider, presentRevision, termsIn } from './present.ts'
import { agreementRows, fullRevisions, type Row, revisionRows, signatureRows } from './queries.ts'
import { isMonthly, type KeptTerms } from './terms.ts'
import { commitmentOf } from './text/commitment.ts'
import type { About } from './text/text.ts'

/**
 * Returns the values of an agreement's text variables. Only for staff, because the texts that partners see are already
 * filled in.
 */
export async function readTextVariables(db: Db, a: Pick<Row, 'number' | 'company_id'>): Promise<About> {
  const company = await db
    .selectFrom('companies')
    .select(['name', 'address'])
    .where('id', '=', a.company_id)
    .executeTakeFirstOrThrow()
  return { number: agreementRef(a.number), company, provider: presentProvider }
}

/** Returns the values for partners. They read no drafts, so the address is not needed. */
const plainAbout = (row: Row): About => ({
  number: agreementRef(row.number),
  company: { name: row.company, address: null },
  provider: presentProvider,
})

/** Returns what a signature commits to. An amendment counts from the first month that is not billed yet. */
async function commitment(db: Db, row: Row, terms: KeptTerms) {
  const next = row.revision === null ? terms.startsOn : row.next_period_on
  return commitmentOf(terms, next ?? (await getProviderToday(db)))
}

/** Returns an agreement as the actor sees it. Throws NOT_FOUND when the actor cannot see it. */
export async function readAgreement(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Agreement>> {
  const row = await agreementRows(db).where('a.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  const staff = actor.kind === 'staff'
  const revisions = await revisionRows(db)
    .where('r.company_id', '=', row.company_id)
    .where('r.agreement_id', '=', id)
    .execute()
  const holding = revisions.find((r) => r.revision === row.revision)
  const wanted = revisions.find((r) => r.id === row.open?.id) ?? holding ?? revisions[0]
  if (!wanted) throw refuse('NOT_FOUND')
  const current = await fullRevisions(db)
    .where('r.company_id', '=', row.company_id)
    .where('r.id', '=', wanted.id)
    .executeTakeFirstOrThrow()
  const signatures = await signatureRows(db)
    .where('s.company_id', '=', row.company_id)
    .where('s.agreement_id', '=', id)
    .execute()
  const about = staff ? await readTextVariables(db, row) : plainAbout(row)
  const sla =
    staff && row.sla_policy_id
      ? await db
          .selectFrom('shared_sla_policies')
          .select(['id', 'name'])
          .where('id', '=', row.sla_policy_id)
          .executeTakeFirst()
      : undefined
  const creator = staff
    ? await db.selectFrom('people').select('full_name').where('id', '=', row.created_by).executeTakeFirst()
    : undefined
  const billed = actor.role === 'admin' && isMonthly(row.type) ? await lastBilled(db, row.company_id, id) : null
  return presentAgreement(
    {
      row,
      revisions,
      current,
      signatures,
      about,
      billed,
      sla: sla ?? null,
      creator: creator?.full_name ?? null,
      commitment: agreementPermissions(actor, row).sign ? await commitment(db, row, termsIn(current.terms)) : [],
    },
    actor,
  )
}

/** Returns one agreement. Throws NOT_FOUND. */
export const getAgreement = action(contract.agreements.get, async ({ platform, actor }, { id }) => {
  const agreement = await platform.db.asActor(actor, (db) => readAgreement(db, actor, id))
  // Only a canceled agreement can have a refund that failed.
  const ended = agreement.canceledAt !== null
  return {
    ...agreement,
    refundFailed: ended && (await refundFailed(platform, agreement.company.id, { agreementId: id })) !== null,
  }
})

/** Returns one revision of an agreement. Throws NOT_FOUND. */
export const getRevision = action(contract.agreements.revision, ({ platform, actor }, { id, revisionId }) =>
  platform.db.asActor(actor, async (db) => {
    const row = await agreementRows(db).where('a.id', '=', id).executeTakeFirst()
    const found =
      row &&
      (await fullRevisions(db)
        .where('r.company_id', '=', row.company_id)
        .where('r.agreement_id', '=', id)
        .where('r.id', '=', revisionId)
        .executeTakeFirst())
    if (!row || !found) throw refuse('NOT_FOUND')
    const about = actor.kind === 'staff' ? await readTextVariables(db, row) : plainAbout(row)
    return presentRevision(found, actor, about)
  }),
)
