import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { ownPassword } from '../credentials.ts'
import { recordRecoveryCode } from '../recovery-code-used.ts'
import { rotateSession } from '../sessions/rotate-session.ts'
import { composeSession, factorsOf } from '../sessions/session.ts'
import { acceptCode } from './codes.ts'
import { acceptPasskey } from './passkey.ts'
import { saveShownFactor } from './two-factor.ts'

type Proof = { password: string } | { code: string } | { response: { id: string } & Record<string, unknown> }

/**
 * Confirms the identity of the signed-in user, which allows changes to the account for ten minutes. Replaces the
 * session: the new access token is in the response and the refresh credential in the cookie. Throws FACTOR_NEEDED for a
 * password when an authenticator app is set up, or when a second factor is due and the user has one. Throws
 * WRONG_PASSWORD, CODE_WRONG and PASSKEY_REFUSED when the proof is wrong.
 */
export const confirmIdentity = action(contract.account.confirm, async (context, proof) => {
  const { platform, actor } = context
  const { userId } = actor
  if ('password' in proof) {
    const factors = (await factorsOf(platform, userId)).filter((f) => f.status === 'verified')
    if (factors.some((f) => f.factor_type === 'totp') || (actor.factorDue && factors.length > 0))
      throw refuse('FACTOR_NEEDED')
  }
  const right = await accepts(context, proof)
  if (!right) {
    if ('password' in proof)
      throw refuse('WRONG_PASSWORD', { fields: { password: ['This password is incorrect. Try again.'] } })
    if ('code' in proof) throw refuse('CODE_WRONG', { fields: { code: ['This code is incorrect. Try again.'] } })
    throw refuse('PASSKEY_REFUSED')
  }
  const sessionId = await rotateSession(context)
  if (!('password' in proof)) await saveShownFactor(platform.db.system, userId, sessionId)
  if (right === 'recovery') await recordRecoveryCode(context, userId)
  return { confirmed: true as const, session: await composeSession(platform, userId, sessionId) }
})

/** Checks the proof. Returns the kind that was accepted, or false. */
function accepts(context: ActorContext, proof: Proof): Promise<'password' | 'totp' | 'recovery' | 'passkey' | false> {
  const { platform, actor } = context
  const { userId } = actor
  if ('password' in proof)
    return platform.limits.ownPassword(
      userId,
      async () => (await ownPassword(platform, userId, proof.password)) === 'right' && ('password' as const),
    )
  return platform.limits.code(userId, 'proof', async () => {
    if ('code' in proof) return acceptCode(platform, userId, proof.code)
    return (await acceptPasskey(context, proof.response))?.userId === userId && ('passkey' as const)
  })
}
