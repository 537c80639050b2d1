import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { sameOrigin } from '../sessions/cookies.ts'
import { peekToken } from './one-time.ts'
import { recoveryState } from './recovery.ts'

/** Returns what a password reset link asks for, without using the link up. Throws TOKEN_INVALID. */
export const readRecovery = action(contract.account.readRecovery, async (context, { token }) => {
  sameOrigin(context)
  const { system } = context.platform.db
  const stored = await peekToken(system, 'password', token)
  if (!stored?.userId) throw refuse('TOKEN_INVALID')
  return recoveryState(context, system, stored.userId, stored)
})
