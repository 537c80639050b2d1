import { sql } from 'kysely'
import type { z } from 'zod'
import type { TwoFactorRule } from '../../../contract/account/index.ts'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { isTwoFactorRequired } from './two-factor.ts'

/**
 * Returns the id and name of the company whose rule is requested. Throws NOT_FOUND when it does not exist, or is not
 * the own company of a user who is not an administrator.
 */
export async function companyOfRule({ platform, actor }: ActorContext, companyId = actor.companyId) {
  if (actor.role !== 'admin' && companyId !== actor.companyId) throw refuse('NOT_FOUND')
  const company = await platform.db.system
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (!company) throw refuse('NOT_FOUND')
  return company
}

/** Returns whether a company requires two-factor authentication, who set that, and how many users do not have it. */
export async function getTwoFactorRule(
  context: ActorContext,
  { companyId }: { companyId?: string | undefined },
): Promise<z.infer<typeof TwoFactorRule>> {
  const { platform } = context
  const { system } = platform.db
  const company = await companyOfRule(context, companyId)
  const [required, rule, people] = await Promise.all([
    isTwoFactorRequired(platform, system, company.id),
    system
      .selectFrom('auth.two_factor_rules as r')
      .leftJoin('profiles as p', 'p.id', 'r.changed_by')
      .select(['r.changed_at', 'p.full_name'])
      .where('r.company_id', '=', company.id)
      .executeTakeFirst(),
    system
      .selectFrom('profiles')
      .select([
        sql<number>`count(*)::int`.as('all'),
        sql<number>`(count(*) filter (where not second_factor))::int`.as('without'),
      ])
      .where('company_id', '=', company.id)
      .where('deactivated_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return {
    company,
    required,
    changedAt: rule?.changed_at ?? null,
    changedBy: rule?.full_name ?? null,
    people: people.all,
    without: people.without,
  }
}

/** The operation of the contract that calls `getTwoFactorRule`. */
export const getTwoFactorRuleAction = action(contract.account.getTwoFactorRule, getTwoFactorRule)
