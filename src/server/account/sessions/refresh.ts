import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Session } from '../../../contract/account/index.ts'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import type { Context } from '../../platform/http/api.ts'
import { SESSION_SECONDS } from '../../platform/sign-in/auth.ts'
import { authHeaders, passCookies, sameOrigin } from './cookies.ts'
import { composeSession } from './session.ts'
import { currentView } from './view-as.ts'

/**
 * Returns the session of the cookie with a new access token. While an administrator views as another user, that is the
 * viewed user's session unless `own` is set. Throws UNAUTHORIZED when the session has ended, was idle too long or is
 * older than a month.
 */
export async function refreshSession(
  context: Context,
  { own = false } = {},
): Promise<{ session: z.infer<typeof Session> }> {
  const { platform } = context
  sameOrigin(context)
  const { response: found, headers } = await platform.auth.api.getSession({
    headers: authHeaders(context),
    returnHeaders: true,
  })
  if (!found) throw new ORPCError('UNAUTHORIZED', { message: 'Your session has ended. Sign in again.' })
  if (Date.now() - new Date(found.session.createdAt).getTime() > SESSION_SECONDS * 1000) {
    await platform.auth.api.signOut({ headers: authHeaders(context) })
    throw new ORPCError('UNAUTHORIZED', { message: 'Your session has ended. Sign in again.' })
  }
  const view = own ? undefined : await currentView(context, found.user.id)
  const session = view
    ? await composeSession(platform, view.userId, view.id, view)
    : await composeSession(platform, found.user.id, found.session.id)
  await sql`with used as (update auth.session set last_used_at = now() where id = ${found.session.id}::uuid)
    select keep_last_seen(${found.user.id}::uuid)`.execute(platform.db.system)
  passCookies(context, headers)
  return { session }
}

/** The operation of the contract that calls `refreshSession`. */
export const refreshAction = action(contract.account.refresh, (context) => refreshSession(context))
