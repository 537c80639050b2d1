import type { z } from 'zod'
import type { SignedIn } from '../../contract/account.ts'
import { beginSession, demandStrength, hashOf, sameOrigin } from '../account/index.ts'
import { type Context, refuse } from '../platform/api.ts'
import { joinAsNew, readInvitation } from './accept.ts'

/**
 * Accepts an invitation as a new user and signs in: the token in the mail has shown that the address is theirs.
 * INVITATION_GONE, PASSWORD_WEAK, ACCOUNT_EXISTS. Of any number of calls at once one makes the account.
 */
export async function acceptInvitation(
  context: Context,
  { token, fullName, password }: { token: string; fullName: string; password: string },
): Promise<z.infer<typeof SignedIn>> {
  const { platform } = context
  sameOrigin(context)
  // Asked first: a made-up token must not cost a slow hash.
  const { email, account } = await readInvitation(context, { token })
  if (account !== 'none') throw refuse('ACCOUNT_EXISTS')
  await demandStrength(platform, password, [email, fullName])
  const passwordHash = await hashOf(platform, password)
  const { userId } = await joinAsNew(context, { token, fullName, passwordHash })
  return beginSession(context, { userId, way: 'link' })
}
