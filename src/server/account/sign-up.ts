import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { countUnrequested } from '../platform/mail/unrequested-mail.ts'
import { demandName } from '../platform/sign-in/names.ts'
import { demandStrength, hashOf } from './credentials.ts'
import { mailHasAccount, mailVerification } from './mail.ts'
import { EMAIL_LINK_SECONDS } from './policy.ts'
import { hashOfToken, issueToken, newSecret } from './recovery/one-time.ts'
import { readCookie, sameOrigin, setSealedCookie } from './sessions/cookies.ts'

/** How many sign-ups a browser remembers, latest first. */
const MOST_NONCES = 3

/** Returns the nonces in the cookie of a browser that signed up. */
export const noncesOf = (cookie: string | undefined): string[] => (cookie ?? '').split('.').filter(Boolean)

/**
 * Signs up. The data is stored with a one-time token and becomes an account when the address is verified
 * (`verifyEmail`). No account exists until then, so nobody can reserve an address that is not theirs. Two independent
 * secrets protect the data: the token is sent by mail and appears nowhere else, and the cookie holds a nonce whose hash
 * is stored with the data. Known and unknown addresses get the same response after the same queries; the owner of a
 * known address gets a notice instead of a token. Throws PASSWORD_WEAK, and UNPROCESSABLE for a name that is not
 * allowed.
 */
export const signUp = action(contract.account.signUp, async (context, { email: typed, password, fullName }) => {
  const { platform, address, requestId } = context
  const { system } = platform.db
  sameOrigin(context)
  await platform.limits.form('sign-up', address)
  const email = typed.toLowerCase()
  demandName(fullName, 'fullName')
  await demandStrength(platform, password, [email, fullName])
  const nonce = newSecret()
  const data = { email, fullName, hash: await hashOf(platform, password, email), browser: hashOfToken(nonce) }
  const token = await issueToken(system, { purpose: 'verify-email', data, seconds: EMAIL_LINK_SECONDS })
  // With the mailed link, the browser that signed up does not have to enter the password again.
  // A person who corrects a mistyped address signs up twice, and both links may be opened.
  const nonces = [nonce, ...noncesOf(readCookie(context, 'sign-up'))].slice(0, MOST_NONCES)
  setSealedCookie(context, 'sign-up', nonces.join('.'), EMAIL_LINK_SECONDS)
  const known = await system.selectFrom('auth.user').select('id').where('email', '=', email).executeTakeFirst()
  if (
    (await platform.limits.mail('sign-up', email, address)) &&
    (await countUnrequested(platform, system, email, { needed: true }))
  ) {
    if (known) await mailHasAccount(platform, email)
    else await mailVerification(platform, email, token)
  }
  platform.log.info({ requestId, address }, 'signed up')
  return { created: true as const }
})
