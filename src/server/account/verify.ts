import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { type Context, refuse } from '../platform/http/api.ts'
import { acceptCode } from './factors/codes.ts'
import { mailWrongCodes } from './mail.ts'
import { GUESSES } from './policy.ts'
import { recordFailure } from './record-act.ts'
import { countGuess, peekToken, spendToken } from './recovery/one-time.ts'
import { recordRecoveryCode } from './recovery-code-used.ts'
import { beginSession, type Entry } from './sessions/begin-session.ts'
import { readCookie, sameOrigin, setSealedCookie } from './sessions/cookies.ts'
import { isKnownDevice } from './sessions/device.ts'

/**
 * Finishes a sign-in with a code of the authenticator app or a recovery code. Throws CODE_WRONG for the first four
 * wrong codes. Throws CHALLENGE_OVER for the fifth, after which the sign-in starts again, and what `beginSession`
 * throws.
 */
export const verifySignIn = action(contract.account.verify, async (context, { code, factorId }) => {
  const { platform } = context
  const { system } = platform.db
  sameOrigin(context)
  const token = readCookie(context, 'factor')
  const pending = token ? await peekToken(system, 'factor', token) : undefined
  const over = () => {
    setSealedCookie(context, 'factor', '', 0)
    return refuse('CHALLENGE_OVER')
  }
  if (!token || !pending?.userId) throw over()
  const userId = pending.userId
  const { email } = await system
    .selectFrom('auth.user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const kind = (await isKnownDevice(context, email)) ? 'sign-in known' : 'sign-in'
  let guesses = 0
  const used = await platform.limits.code(userId, kind, async () => {
    // Counted inside the limiter, so that an attempt that the limiter rejects is not a guess.
    const due = await countGuess(system, 'factor', token, GUESSES)
    if (!due) throw over()
    guesses = due.attempts
    if (factorId && !(await isVerified(context, userId, factorId))) return false
    return acceptCode(platform, userId, code)
  })
  if (!used) {
    context.seen.userId = userId
    recordFailure(context, { userId })
    if (guesses < GUESSES) throw refuse('CODE_WRONG', { fields: { code: ['This code is incorrect. Try again.'] } })
    await spendToken(system, 'factor', token)
    await mailWrongCodes(platform, userId)
    throw over()
  }
  // Two correct codes at the same time start only one session.
  if (!(await spendToken(system, 'factor', token))) throw refuse('CHALLENGE_OVER')
  setSealedCookie(context, 'factor', '', 0)
  const done = await beginSession(context, { userId, factorDone: true, ...(pending.data as Entry) })
  if (!('session' in done)) throw new Error('The sign-in asked for a second factor that was already verified.')
  if (used === 'recovery') await recordRecoveryCode(context, userId)
  return done
})

async function isVerified({ platform }: Context, userId: string, factorId: string): Promise<boolean> {
  if (!/^[0-9a-f-]{36}$/.test(factorId)) return false
  const row = await platform.db.system
    .selectFrom('auth.factors')
    .select('id')
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .executeTakeFirst()
  return row !== undefined
}
