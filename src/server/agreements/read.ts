import type { z } from 'zod'
import type { Agreement, AgreementNow, Revision } from '../../contract/agreements.ts'
import { lastBilled, refundFailed } from '../billing/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { present, presentRevision, provider, ref } from './present.ts'
import { fullRevisions, type Row, revisionRows, rows, signatureRows } from './queries.ts'
import { isMonthly } from './terms.ts'
import type { About } from './text.ts'

/** What the variables of an agreement's text stand for. Staff only: a partner's texts have everything put in. */
export async function aboutOf(db: Db, a: Pick<Row, 'number' | 'company_id'>): Promise<About> {
  const company = await db
    .selectFrom('companies')
    .select(['name', 'address'])
    .where('id', '=', a.company_id)
    .executeTakeFirstOrThrow()
  return { number: ref(a.number), company, provider }
}
/** For a partner, who reads no drafts and none of the provider's policies. */
const plainAbout = (row: Row): About => ({
  number: ref(row.number),
  company: { name: row.company, address: null },
  provider,
})

/** An agreement as the actor sees it. NOT_FOUND without it. */
export async function read(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Agreement>> {
  const row = await rows(db).where('a.id', '=', id).executeTakeFirst()
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
  const about = staff ? await aboutOf(db, row) : plainAbout(row)
  const sla =
    staff && row.sla_policy_id
      ? await db
          .selectFrom('sla_policies')
          .select(['id', 'name'])
          .where('id', '=', row.sla_policy_id)
          .executeTakeFirst()
      : undefined
  const creator = staff
    ? await db.selectFrom('people').select('full_name').where('id', '=', row.created_by).executeTakeFirst()
    : undefined
  const billed = actor.role === 'admin' && isMonthly(row.type) ? await lastBilled(db, row.company_id, id) : null
  return present(
    { row, revisions, current, signatures, about, billed, sla: sla ?? null, creator: creator?.full_name ?? null },
    actor,
  )
}

/** One agreement. NOT_FOUND. */
export async function get({ platform, actor }: Actored, { id }: { id: string }): Promise<z.infer<typeof AgreementNow>> {
  const agreement = await platform.db.asActor(actor, (db) => read(db, actor, id))
  // Money goes back for what ends.
  const ended = agreement.cancelledAt !== null
  return {
    ...agreement,
    refundFailed: ended && (await refundFailed(platform, agreement.company.id, { agreementId: id })) !== null,
  }
}

/** One text of an agreement. NOT_FOUND. */
export const revision = (
  { platform, actor }: Actored,
  { id, revisionId }: { id: string; revisionId: string },
): Promise<z.infer<typeof Revision>> =>
  platform.db.asActor(actor, async (db) => {
    const row = await rows(db).where('a.id', '=', id).executeTakeFirst()
    const found =
      row &&
      (await fullRevisions(db)
        .where('r.company_id', '=', row.company_id)
        .where('r.agreement_id', '=', id)
        .where('r.id', '=', revisionId)
        .executeTakeFirst())
    if (!row || !found) throw refuse('NOT_FOUND')
    const about = actor.kind === 'staff' ? await aboutOf(db, row) : plainAbout(row)
    return presentRevision(found, actor, about)
  })
