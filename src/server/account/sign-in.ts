import { APIError } from 'better-auth/api'
import type { z } from 'zod'
import type { Session, SignIn } from '../../contract/account.ts'
import { type Context, refuse } from '../platform/api.ts'
import { authHeaders, passCookies, sameOrigin } from './cookies.ts'
import { compose } from './session.ts'

/** Signs in with email and password; INVALID_CREDENTIALS says the same for an unknown address and a wrong password. */
export async function signIn(
  context: Context,
  { email, password }: z.infer<typeof SignIn>,
): Promise<{ session: z.infer<typeof Session> }> {
  const { platform, address, requestId } = context
  sameOrigin(context)
  const account = email.toLowerCase()
  const done = await platform.limits.attempt(account, address, async () => {
    try {
      return await platform.auth.api.signInEmail({
        body: { email: account, password },
        headers: authHeaders(context),
        returnHeaders: true,
      })
    } catch (e) {
      if (e instanceof APIError && e.statusCode < 500) return false
      throw e
    }
  })
  if (!done) {
    platform.log.warn({ requestId, address, account }, 'sign-in refused')
    throw refuse('INVALID_CREDENTIALS')
  }
  const { user, token } = done.response
  const { id } = await platform.db.system
    .selectFrom('auth.session')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  const session = await compose(platform, user, id)
  passCookies(context, done.headers)
  platform.log.info({ requestId, address, userId: user.id }, 'signed in')
  return { session }
}
