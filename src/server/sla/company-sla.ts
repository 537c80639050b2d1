import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { CompanyPolicy } from '../../contract/sla.ts'
import type { Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { recordSlaChange } from './write.ts'

type Which = z.infer<typeof CompanyPolicy>

async function readCompanyPolicy(db: Db, companyId: string): Promise<Which> {
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

/**
 * Returns the policy of a company, its own or the default, and the one that its default agreement promises. Throws
 * NOT_FOUND.
 */
export const companyPolicy = action(contract.sla.companyPolicy, ({ platform, actor }, { id }) =>
  platform.db.asActor(actor, (db) => readCompanyPolicy(db, id)),
)

/**
 * Gives a company its own policy, or the default one when `policyId` is null. Throws NOT_FOUND when the company does
 * not exist, UNPROCESSABLE when the policy does not exist.
 */
export const setCompanyPolicy = action(contract.sla.setCompanyPolicy, (context, { id, policyId, reason }) => {
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
    if (company.sla_policy_id === policyId) return readCompanyPolicy(db, id)
    const policies = await db.selectFrom('sla_policies').select(['id', 'name', 'archived_at']).execute()
    if (policyId && !policies.some((p) => p.id === policyId && p.archived_at === null))
      throw refuse('UNPROCESSABLE', { fields: { policyId: ['Choose a policy.'] } })
    await sql`select set_sla_policy(${id}::uuid, ${policyId}::uuid)`.execute(db)
    const name = (of: string | null) => policies.find((p) => p.id === of)?.name ?? null
    await recordSlaChange(db, context, {
      companyId: id,
      kind: 'company',
      id,
      action: 'sla.company-policy',
      before: { policy: name(company.sla_policy_id) },
      after: { policy: name(policyId) },
      reason,
    })
    return readCompanyPolicy(db, id)
  })
})
