import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Session } from '../../contract/account.ts'
import type { Context } from '../platform/api.ts'
import { SESSION_SECONDS } from '../platform/auth.ts'
import { authHeaders, passCookies, sameOrigin } from './cookies.ts'
import { compose } from './session.ts'
import { runningView } from './view-as.ts'

/**
 * A new access token for the session of the cookie; while an administrator looks as somebody else, one of theirs, unless
 * `own` is asked for. UNAUTHORIZED when it is over, idle too long or older than a month.
 */
export async function refresh(context: Context, { own = false } = {}): Promise<{ session: z.infer<typeof Session> }> {
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
  const view = own ? undefined : await runningView(context, found.user.id)
  const session = view
    ? await compose(platform, view.userId, view.id, view)
    : await compose(platform, found.user.id, found.session.id)
  await sql`with used as (update auth.session set last_used_at = now() where id = ${found.session.id}::uuid)
    update profiles set last_seen_at = now() where id = ${found.user.id}::uuid`.execute(platform.db.system)
  passCookies(context, headers)
  return { session }
}
