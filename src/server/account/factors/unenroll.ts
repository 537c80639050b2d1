import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { lockUser } from '../lock.ts'
import { mailFactorNotice } from '../mail.ts'
import { composeSession } from '../sessions/session.ts'
import { requireFresh } from './fresh.ts'
import { isTwoFactorRequired, saveFactorState } from './two-factor.ts'

/**
 * Removes one of the user's own factors: the authenticator app with its recovery codes, or a passkey. Throws
 * CONFIRM_IDENTITY, FACTOR_REQUIRED for the last one while the company requires one, and NOT_FOUND.
 */
export const unenrollFactor = action(contract.account.unenroll, async (context, { factorId }) => {
  const { platform, actor, requestId } = context
  const { userId, sessionId } = actor
  await requireFresh(context)
  const removed = await platform.db.system.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const app = await db
      .deleteFrom('auth.factors')
      .where('id', '=', factorId)
      .where('user_id', '=', userId)
      .returning('status')
      .executeTakeFirst()
    if (app?.status === 'unverified') return 'unfinished'
    const passkey =
      app ??
      (await db
        .deleteFrom('auth.passkeys')
        .where('id', '=', factorId)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst())
    if (!passkey) throw refuse('NOT_FOUND')
    if (app) await db.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute()
    const hasFactor = await saveFactorState(db, userId)
    if (!hasFactor && (await isTwoFactorRequired(platform, db, actor.companyId))) throw refuse('FACTOR_REQUIRED')
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: app ? 'user.factor-off' : 'user.passkey-off',
      subjectType: 'user',
      subjectId: userId,
    })
    await mailFactorNotice(platform, db, userId, app ? 'totp-off' : 'passkey-off')
    return app ? 'app' : 'passkey'
  })
  platform.log.info({ requestId, userId, removed }, 'two-factor method removed')
  return { session: await composeSession(platform, userId, sessionId) }
})
