import type { z } from 'zod'
import type { SignedIn, SignIn } from '../../contract/account.ts'
import { type Context, refuse } from '../platform/api.ts'
import { beginSession } from './begin-session.ts'
import { sameOrigin } from './cookies.ts'
import { checkPassword } from './credentials.ts'
import { knownDevice } from './device.ts'

/**
 * Signs in with email and password. INVALID_CREDENTIALS says the same for an unknown address, one that waits to be
 * verified, and a wrong password.
 */
export async function signIn(
  context: Context,
  { email, password }: z.infer<typeof SignIn>,
): Promise<z.infer<typeof SignedIn>> {
  const { platform, address, requestId } = context
  sameOrigin(context)
  const account = email.toLowerCase()
  const user = await platform.limits.attempt(
    account,
    address,
    async () => {
      const found = await checkPassword(platform, account, password)
      return found !== false && found.emailVerified ? found : false
    },
    { known: knownDevice(context, account) },
  )
  if (!user) {
    platform.log.warn({ requestId, address, account }, 'sign-in refused')
    throw refuse('INVALID_CREDENTIALS')
  }
  return beginSession(context, { userId: user.id, way: 'password', mark: user.mark })
}
