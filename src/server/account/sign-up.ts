import type { Context } from '../platform/api.ts'
import { keepCookie, sameOrigin } from './cookies.ts'
import { demandStrength, hashOf } from './credentials.ts'
import { mailHasAccount, mailVerification } from './mail.ts'
import { issue } from './one-time.ts'
import { EMAIL_LINK_SECONDS } from './policy.ts'

/**
 * Signs up: what was chosen waits in the token of a mail, and becomes an account once the address is verified by who
 * signed up (`verifyEmail`). Until then there is no account: nobody can keep an address that is not theirs. A known
 * address answers the same after the same work; its owner gets a mail instead. PASSWORD_WEAK.
 */
export async function signUp(
  context: Context,
  { email: typed, password, fullName }: { email: string; password: string; fullName: string },
): Promise<{ created: true }> {
  const { platform, address, requestId } = context
  const { system } = platform.db
  sameOrigin(context)
  await platform.limits.form(address)
  const email = typed.toLowerCase()
  await demandStrength(platform, password, [email, fullName])
  const data = { email, fullName, hash: await hashOf(platform, password) }
  const token = await issue(system, { purpose: 'verify-email', data, seconds: EMAIL_LINK_SECONDS })
  // The browser that signed up need not show the password again when the link comes back to it.
  keepCookie(context, 'sign-up', token, EMAIL_LINK_SECONDS)
  const known = await system.selectFrom('auth.user').select('id').where('email', '=', email).executeTakeFirst()
  if (await platform.limits.mail('sign-up', email)) {
    if (known) await mailHasAccount(platform, known.id)
    else await mailVerification(platform, email, token)
  }
  platform.log.info({ requestId, address }, 'signed up')
  return { created: true }
}
