import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { lockUser } from '../lock.ts'
import { mailFactorNotice } from '../mail.ts'
import { deleteSessions, revokeAccess } from '../sessions/end-sessions.ts'
import { composeSession } from '../sessions/session.ts'
import { acceptTotp, newRecoveryCodes } from './codes.ts'
import { requireFresh } from './fresh.ts'
import { saveFactorState, saveShownFactor } from './two-factor.ts'

/**
 * Finishes setting up an authenticator app with one of its codes. From then on every sign-in asks for a code. Ends the
 * user's other sessions, which began without one. Returns the recovery codes, which are shown only once. Throws
 * CODE_WRONG, CONFIRM_IDENTITY, and NOT_FOUND for a factor that is unknown or already set up.
 */
export const verifyFactor = action(contract.account.verifyFactor, async (context, { factorId, code }) => {
  const { platform, actor, requestId } = context
  const { userId, sessionId } = actor
  await requireFresh(context)
  const { system } = platform.db
  const factor = await system
    .selectFrom('auth.factors')
    .select(['id', 'secret'])
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .executeTakeFirst()
  if (!factor) throw refuse('NOT_FOUND')
  if (
    !(await platform.limits.code(
      userId,
      'proof',
      async () => (await acceptTotp(platform, factor, code)) || (false as const),
    ))
  )
    throw refuse('CODE_WRONG', {
      fields: { code: ['This code is incorrect. Enter the current code from your app.'] },
    })
  const { recoveryCodes, ended } = await system.transaction().execute(async (db) => {
    await lockUser(db, userId)
    await requireFresh(context, db)
    const turned = await db
      .updateTable('auth.factors')
      .set({ status: 'verified' })
      .where('id', '=', factorId)
      .where('status', '=', 'unverified')
      .returning('id')
      .executeTakeFirst()
    if (!turned) throw refuse('NOT_FOUND')
    await saveFactorState(db, userId)
    await saveShownFactor(db, userId, sessionId)
    await db.updateTable('auth.session').set({ confirmed_at: sql<string>`now()` }).where('id', '=', sessionId).execute()
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: 'user.factor-on',
      subjectType: 'user',
      subjectId: userId,
    })
    await mailFactorNotice(platform, db, userId, 'totp-on')
    return {
      recoveryCodes: await newRecoveryCodes(platform, db, userId),
      ended: await deleteSessions(db, { userId, except: sessionId }),
    }
  })
  await revokeAccess(platform, ended)
  platform.log.info({ requestId, userId }, 'two-factor authentication turned on')
  return { session: await composeSession(platform, userId, sessionId), recoveryCodes }
})
