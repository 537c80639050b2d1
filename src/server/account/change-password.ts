import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { demandStrength, hashOf, listPersonalTexts, ownPassword, savePassword } from './credentials.ts'
import { requireFresh } from './factors/fresh.ts'
import { lockUser } from './lock.ts'
import { mailPasswordChanged } from './mail.ts'
import { recordAct } from './record-act.ts'
import { revokeTokens } from './recovery/one-time.ts'
import { deleteSessions, revokeAccess } from './sessions/end-sessions.ts'

/**
 * Changes the password of the signed-in user and ends the other sessions. Asks for the current password; a user without
 * one (only Google or passkeys) must have confirmed their identity recently. Does not count as confirming the identity:
 * only `confirm` asks for the second factor and replaces the session. Throws WRONG_PASSWORD, CONFIRM_IDENTITY and
 * PASSWORD_WEAK.
 */
export const changePassword = action(contract.account.changePassword, async (context, { current, password }) => {
  const { platform, actor, requestId } = context
  const { userId, sessionId } = actor
  const proof = await platform.limits.ownPassword(userId, async () => {
    const result = await ownPassword(platform, userId, current)
    return result === 'wrong' ? false : result
  })
  if (!proof)
    throw refuse('WRONG_PASSWORD', { fields: { current: ['Your current password is incorrect. Try again.'] } })
  if (proof === 'none') await requireFresh(context)
  const { system } = platform.db
  await demandStrength(platform, password, await listPersonalTexts(system, userId))
  const hash = await hashOf(platform, password, userId)
  const ended = await system.transaction().execute(async (db) => {
    await lockUser(db, userId)
    // The session may have ended in the meantime.
    const open = await db.selectFrom('auth.session').select('id').where('id', '=', sessionId).executeTakeFirst()
    if (!open) throw refuse('CONFIRM_IDENTITY')
    // Cancel everything pending, no matter who started it: a sign-in that waits for its code, a change of address.
    await revokeTokens(db, userId)
    await savePassword(db, userId, hash)
    await mailPasswordChanged(platform, db, userId)
    await recordAct(db, context, userId, 'user.password')
    return deleteSessions(db, { userId, except: sessionId })
  })
  await revokeAccess(platform, ended)
  platform.log.info({ requestId, userId }, 'password changed')
  return { changed: true as const }
})
