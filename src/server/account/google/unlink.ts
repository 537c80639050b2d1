import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { requireFresh } from '../factors/fresh.ts'
import { lockUser } from '../lock.ts'
import { mailFactorNotice } from '../mail.ts'
import { composeSession } from '../sessions/session.ts'

/**
 * Disconnects the user's Google account. Throws LAST_WAY_IN when there is neither a password nor a passkey,
 * CONFIRM_IDENTITY and NOT_FOUND.
 */
export const unlinkGoogle = action(contract.account.unlink, async (context, { id }) => {
  const { platform, actor } = context
  const { userId, sessionId, companyId } = actor
  await requireFresh(context)
  await platform.db.system.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const accounts = await db
      .selectFrom('auth.account')
      .select(['id', 'providerId', 'password'])
      .where('userId', '=', userId)
      .execute()
    if (!accounts.some((a) => a.id === id && a.providerId === 'google')) throw refuse('NOT_FOUND')
    const passkey = await db
      .selectFrom('auth.passkeys')
      .select('id')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst()
    if (!passkey && !accounts.some((a) => a.password)) throw refuse('LAST_WAY_IN')
    await db.deleteFrom('auth.account').where('id', '=', id).execute()
    await recordAudit(db, context, { companyId, action: 'user.google-off', subjectType: 'user', subjectId: userId })
    await mailFactorNotice(platform, db, userId, 'google-off')
  })
  return { session: await composeSession(platform, userId, sessionId) }
})
