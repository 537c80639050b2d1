import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import type { Session } from '../../contract/account.ts'
import type { Context } from '../platform/api.ts'
import { SESSION_SECONDS } from '../platform/auth.ts'
import { authHeaders, passCookies, sameOrigin } from './cookies.ts'
import { compose } from './session.ts'

/** A new access token for the session of the cookie. UNAUTHORIZED when it is over, idle too long or older than a month. */
export async function refresh(context: Context): Promise<{ session: z.infer<typeof Session> }> {
  const { platform } = context
  sameOrigin(context)
  const { response: found, headers } = await platform.auth.api.getSession({
    headers: authHeaders(context),
    returnHeaders: true,
  })
  if (!found) throw new ORPCError('UNAUTHORIZED', { message: 'Your session is over. Sign in again.' })
  if (Date.now() - new Date(found.session.createdAt).getTime() > SESSION_SECONDS * 1000) {
    await platform.auth.api.signOut({ headers: authHeaders(context) })
    throw new ORPCError('UNAUTHORIZED', { message: 'Your session is over. Sign in again.' })
  }
  const session = await compose(platform, found.user, found.session.id)
  passCookies(context, headers)
  return { session }
}
