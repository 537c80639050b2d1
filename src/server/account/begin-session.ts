import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { SignedIn } from '../../contract/account.ts'
import { type Context, refuse } from '../platform/api.ts'
import { authHeaders, keepCookie, passCookies } from './cookies.ts'
import { passwordMark } from './credentials.ts'
import { keepDevice } from './device.ts'
import { lockUser } from './lock.ts'
import { issue } from './one-time.ts'
import { FACTOR_SECONDS } from './policy.ts'
import { compose, factorsOf } from './session.ts'

/** How somebody came in; with a password, which one it was (`passwordMark`). */
export type Entry = { way: 'password'; mark: string } | { way: 'google' | 'passkey' | 'link' }

/**
 * Lets somebody in who has shown who they are, by whatever way: the one place where sessions begin. With an
 * authenticator app set up nothing begins yet; the browser keeps a one-time token until the code comes.
 * ACCOUNT_DISABLED for somebody who was deactivated; UNAUTHORIZED when password or second factor changed meanwhile.
 */
export async function beginSession(
  context: Context,
  { userId, factorDone = false, ...entry }: { userId: string; factorDone?: boolean } & Entry,
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
      const token = await issue(system, { purpose: 'factor', userId, data: entry, seconds: FACTOR_SECONDS })
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
  const stands = await system.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const mark = await passwordMark(db, userId)
    const app = await db
      .selectFrom('auth.factors')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', '=', 'verified')
      .executeTakeFirst()
    if ((entry.way === 'password' && entry.mark !== mark) || (app && !factorDone)) {
      await db.deleteFrom('auth.session').where('id', '=', sessionId).execute()
      return false
    }
    const device = { ipAddress: address || null, userAgent: header('user-agent')?.slice(0, 500) ?? null }
    const kept = await db
      .updateTable('auth.session')
      .set({ way: entry.way, ...device })
      .where('id', '=', sessionId)
      .returning('id')
      .executeTakeFirst()
    await db.updateTable('profiles').set({ last_seen_at: sql<string>`now()` }).where('id', '=', userId).execute()
    return kept !== undefined
  })
  if (!stands) {
    platform.log.warn({ requestId, address, userId }, 'sign-in overtaken by a change of the account')
    throw new ORPCError('UNAUTHORIZED', { message: 'Your account was changed meanwhile. Sign in again.' })
  }
  const session = await compose(platform, userId, sessionId)
  passCookies(context, headers)
  keepDevice(context, session.user.email)
  platform.log.info({ requestId, address, userId, way: entry.way }, 'signed in')
  return { session }
}
