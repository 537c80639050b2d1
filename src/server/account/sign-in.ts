import type { z } from 'zod'
import type { SignedIn, SignIn } from '../../contract/account.ts'
import { type Context, refuse } from '../platform/api.ts'
import { beginSession } from './begin-session.ts'
import { sameOrigin } from './cookies.ts'
import { checkPassword } from './credentials.ts'
import { mailVerification } from './mail.ts'

/**
 * Signs in with email and password. INVALID_CREDENTIALS says the same for an unknown address and a wrong password;
 * only who knows the password learns that the address was never verified, and gets the mail again.
 */
export async function signIn(
  context: Context,
  { email, password }: z.infer<typeof SignIn>,
): Promise<z.infer<typeof SignedIn>> {
  const { platform, address, requestId } = context
  sameOrigin(context)
  const account = email.toLowerCase()
  const user = await platform.limits.attempt(account, address, () => checkPassword(platform, account, password))
  if (!user) {
    platform.log.warn({ requestId, address, account }, 'sign-in refused')
    throw refuse('INVALID_CREDENTIALS')
  }
  if (!user.emailVerified) {
    if (await platform.limits.mail(account)) await mailVerification(platform, user)
    throw refuse('EMAIL_NOT_VERIFIED')
  }
  return beginSession(context, { userId: user.id, way: 'password' })
}
