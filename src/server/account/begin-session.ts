import { sql } from 'kysely'
import type { z } from 'zod'
import type { SignedIn } from '../../contract/account.ts'
import { type Context, refuse } from '../platform/api.ts'
import { authHeaders, keepCookie, passCookies } from './cookies.ts'
import { issue } from './one-time.ts'
import { FACTOR_SECONDS } from './policy.ts'
import { compose, factorsOf } from './session.ts'

type Way = 'password' | 'google' | 'passkey' | 'link'

/**
 * Lets somebody in who has shown who they are, by whatever way: the one place where sessions begin. With an
 * authenticator app set up nothing begins yet; the browser keeps a one-time token until the code comes.
 * ACCOUNT_DISABLED for somebody who was deactivated.
 */
export async function beginSession(
  context: Context,
  { userId, way, factorDone = false }: { userId: string; way: Way; factorDone?: boolean },
): Promise<z.infer<typeof SignedIn>> {
  const { platform, address, requestId, header } = context
  const { system } = platform.db
  const profile = await system
    .selectFrom('profiles')
    .select('deactivated_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!profile || profile.deactivated_at) {
    platform.log.warn({ requestId, address, userId }, 'sign-in of a deactivated account refused')
    throw refuse('ACCOUNT_DISABLED')
  }
  if (!factorDone) {
    const factors = await factorsOf(platform, userId)
    if (factors.some((f) => f.factor_type === 'totp' && f.status === 'verified')) {
      const token = await issue(system, { purpose: 'factor', userId, data: { way }, seconds: FACTOR_SECONDS })
      keepCookie(context, 'factor', token, FACTOR_SECONDS)
      return { factor_required: true, factors: factors.filter((f) => f.status === 'verified') }
    }
  }
  const { response, headers } = await platform.auth.api.enter({
    body: { userId },
    headers: authHeaders(context),
    returnHeaders: true,
  })
  const sessionId = response.session.id
  await system
    .updateTable('auth.session')
    .set({ way, ipAddress: address || null, userAgent: header('user-agent')?.slice(0, 500) ?? null })
    .where('id', '=', sessionId)
    .execute()
  await system.updateTable('profiles').set({ last_seen_at: sql<string>`now()` }).where('id', '=', userId).execute()
  const session = await compose(platform, userId, sessionId)
  passCookies(context, headers)
  platform.log.info({ requestId, address, userId, way }, 'signed in')
  return { session }
}
