import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { acceptCode } from '../factors/codes.ts'
import { mailWrongCodes } from '../mail.ts'
import { GUESSES, PASSWORD_LINK_SECONDS } from '../policy.ts'
import { recordRecoveryCode } from '../recovery-code-used.ts'
import { sameOrigin, setSealedCookie } from '../sessions/cookies.ts'
import { amendToken, countGuess, hashOfToken, newSecret, peekToken, spendToken } from './one-time.ts'
import { listSignInMethods, RECOVERY_COOKIE } from './recovery.ts'

/**
 * Verifies the second factor of a password reset with a code of the authenticator app or a recovery code. The result
 * counts only in this browser. Throws CODE_WRONG for the first four wrong codes. The fifth uses up the link and throws
 * TOKEN_INVALID.
 */
export const verifyRecovery = action(contract.account.verifyRecovery, async (context, { token, code }) => {
  const { platform, address, requestId } = context
  const { system } = platform.db
  sameOrigin(context)
  const pending = await peekToken(system, 'password', token)
  if (!pending?.userId) throw refuse('TOKEN_INVALID')
  const userId = pending.userId
  let guesses = 0
  const used = await platform.limits.code(userId, 'proof', async () => {
    // Counted inside the limiter, so that an attempt that the limiter rejects is not a guess.
    const due = await countGuess(system, 'password', token, GUESSES)
    if (!due) throw refuse('TOKEN_INVALID')
    guesses = due.attempts
    return acceptCode(platform, userId, code)
  })
  if (!used) {
    // The fifth wrong code also ends the link. The log records why.
    Object.assign(context.seen, { userId, reason: 'wrong_factor' })
    if (guesses < GUESSES) throw refuse('CODE_WRONG', { fields: { code: ['This code is incorrect. Try again.'] } })
    await spendToken(system, 'password', token)
    await mailWrongCodes(platform, userId)
    throw refuse('TOKEN_INVALID')
  }
  const nonce = newSecret()
  await amendToken(system, 'password', token, { browser: hashOfToken(nonce) })
  setSealedCookie(context, RECOVERY_COOKIE, nonce, PASSWORD_LINK_SECONDS)
  if (used === 'recovery') await recordRecoveryCode(context, userId)
  platform.log.info({ requestId, address, userId, used }, 'code for a password reset accepted')
  return { codeNeeded: false, removesAll: false, waysIn: await listSignInMethods(system, userId) }
})
