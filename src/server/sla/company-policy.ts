import { sql } from 'kysely'
import type { z } from 'zod'
import type { CompanyPolicy } from '../../contract/sla.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { changed } from './write.ts'

type Which = z.infer<typeof CompanyPolicy>

async function read(db: Db, companyId: string): Promise<Which> {
  const company = await db
    .selectFrom('companies')
    .select('sla_policy_id')
    .where('id', '=', companyId)
    .where('is_internal', '=', false)
    .executeTakeFirst()
  if (!company) throw refuse('NOT_FOUND')
  let policy = db
    .selectFrom('sla_policies as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.name'])
  policy = company.sla_policy_id
    ? policy.where('p.id', '=', company.sla_policy_id)
    : policy.where('p.is_default', '=', true).orderBy('c.created_at').orderBy('c.id').limit(1)
  const promise = await db
    .selectFrom('default_agreements as a')
    .innerJoin('sla_policies as p', 'p.id', 'a.sla_policy_id')
    .select([
      'p.id',
      'p.name',
      sql<
        NonNullable<Which['agreed']>['agreement']
      >`json_build_object('id', a.id, 'number', a.number, 'name', a.name)`.as('agreement'),
    ])
    .where('a.company_id', '=', companyId)
    .where('p.archived_at', 'is', null)
    .executeTakeFirst()
  return {
    policy: (await policy.executeTakeFirst()) ?? null,
    own: company.sla_policy_id !== null,
    agreed: promise ? { policy: { id: promise.id, name: promise.name }, agreement: promise.agreement } : null,
  }
}

/** The policy that holds for a company. NOT_FOUND without the company. */
export const companyPolicy = ({ platform, actor }: Actored, { id }: { id: string }): Promise<Which> =>
  platform.db.asActor(actor, (db) => read(db, id))

/** Gives a company a policy of its own, or with null the default again. NOT_FOUND; UNPROCESSABLE without such a policy. */
export function setCompanyPolicy(
  context: Actored,
  { id, policyId, reason }: { id: string; policyId: string | null; reason: string },
): Promise<Which> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const company = await db
      .selectFrom('companies')
      .select('sla_policy_id')
      .where('id', '=', id)
      .where('is_internal', '=', false)
      .forUpdate()
      .executeTakeFirst()
    if (!company) throw refuse('NOT_FOUND')
    if (company.sla_policy_id === policyId) return read(db, id)
    const policies = await db.selectFrom('sla_policies').select(['id', 'name', 'archived_at']).execute()
    if (policyId && !policies.some((p) => p.id === policyId && p.archived_at === null))
      throw refuse('UNPROCESSABLE', { fields: { policyId: ['Choose a policy.'] } })
    await db.updateTable('companies').set({ sla_policy_id: policyId }).where('id', '=', id).execute()
    const name = (of: string | null) => policies.find((p) => p.id === of)?.name ?? null
    await changed(db, context, {
      companyId: id,
      kind: 'company',
      id,
      action: 'sla.company-policy',
      before: { policy: name(company.sla_policy_id) },
      after: { policy: name(policyId) },
      reason,
    })
    return read(db, id)
  })
}
