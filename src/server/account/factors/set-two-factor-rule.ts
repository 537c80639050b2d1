import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { mailTwoFactorRule } from '../mail.ts'
import { requireFresh } from './fresh.ts'
import { companyOfRule, getTwoFactorRule } from './get-two-factor-rule.ts'
import { isTwoFactorRequired } from './two-factor.ts'

/**
 * Starts or stops requiring two-factor authentication in a company. Mails the users without a second factor when the
 * requirement starts, and all users when it ends. Resets every user's grace sign-ins. Does nothing when the rule does
 * not change. Throws CONFIRM_IDENTITY and NOT_FOUND.
 */
export const setTwoFactorRule = action(contract.account.setTwoFactorRule, async (context, { companyId, required }) => {
  const { platform, actor, requestId } = context
  const company = await companyOfRule(context, companyId)
  await requireFresh(context)
  const changed = await platform.db.system.transaction().execute(async (db) => {
    await db.selectFrom('companies').select('id').where('id', '=', company.id).forNoKeyUpdate().execute()
    if ((await isTwoFactorRequired(platform, db, company.id)) === required) return false
    const values = { required, changed_by: actor.userId, changed_at: sql<string>`now()` }
    await db
      .insertInto('auth.two_factor_rules')
      .values({ company_id: company.id, ...values })
      .onConflict((c) => c.column('company_id').doUpdateSet(values))
      .execute()
    const people = await db
      .selectFrom('profiles')
      .select(['id', 'second_factor'])
      .where('company_id', '=', company.id)
      .where('deactivated_at', 'is', null)
      .execute()
    await db
      .deleteFrom('auth.two_factor_grace')
      .where('user_id', 'in', (e) => e.selectFrom('profiles').select('id').where('company_id', '=', company.id))
      .execute()
    await recordAudit(db, context, {
      companyId: company.id,
      action: required ? 'company.two-factor-on' : 'company.two-factor-off',
      subjectType: 'company',
      subjectId: company.id,
      before: { twoFactorRequired: !required },
      after: { twoFactorRequired: required },
    })
    for (const { id, second_factor } of people)
      if (!required || !second_factor) await mailTwoFactorRule(platform, db, id, { company: company.name, required })
    return true
  })
  if (changed)
    platform.log.info(
      { requestId, userId: actor.userId, companyId: company.id, required },
      'two-factor requirement changed',
    )
  return getTwoFactorRule(context, { companyId: company.id })
})
