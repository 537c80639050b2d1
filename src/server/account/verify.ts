import type { z } from 'zod'
import type { Session } from '../../contract/account.ts'
import { type Context, refuse } from '../platform/api.ts'
import { beginSession, type Entry } from './begin-session.ts'
import { acceptCode } from './codes.ts'
import { keepCookie, readCookie, sameOrigin } from './cookies.ts'
import { mailRecoveryCodeUsed, mailWrongCodes } from './mail.ts'
import { guess, spend } from './one-time.ts'
import { GUESSES } from './policy.ts'

/**
 * Finishes a sign-in with a code of the authenticator app or a recovery code. CODE_WRONG up to five times, then
 * CHALLENGE_OVER: the sign-in begins again.
 */
export async function verify(
  context: Context,
  { code, factorId }: { code: string; factorId?: string | undefined },
): Promise<{ session: z.infer<typeof Session> }> {
  const { platform, address, requestId } = context
  const { system } = platform.db
  sameOrigin(context)
  const token = readCookie(context, 'factor')
  const due = token ? await guess(system, 'factor', token, GUESSES) : undefined
  if (!token || !due?.userId) {
    keepCookie(context, 'factor', '', 0)
    throw refuse('CHALLENGE_OVER')
  }
  const userId = due.userId
  const used = await platform.limits.code(userId, 'sign-in', async () => {
    if (factorId && !(await isVerified(context, userId, factorId))) return false
    return acceptCode(platform, userId, code)
  })
  if (!used) {
    platform.log.warn({ requestId, address, userId }, 'second factor refused')
    if (due.attempts < GUESSES) throw refuse('CODE_WRONG', { fields: { code: ['This code is not right.'] } })
    await spend(system, 'factor', token)
    keepCookie(context, 'factor', '', 0)
    await mailWrongCodes(platform, userId)
    throw refuse('CHALLENGE_OVER')
  }
  // Of two right codes at once one begins a session.
  if (!(await spend(system, 'factor', token))) throw refuse('CHALLENGE_OVER')
  keepCookie(context, 'factor', '', 0)
  const done = await beginSession(context, { userId, factorDone: true, ...(due.data as Entry) })
  if (!('session' in done)) throw new Error('A finished second factor was asked for again.')
  if (used === 'recovery') await mailRecoveryCodeUsed(platform, userId)
  return done
}

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
