import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { SignedIn } from '../../../contract/account/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Context, refuse } from '../../platform/http/api.ts'
import { fingerprintPassword } from '../credentials.ts'
import { countSignIn } from '../factors/two-factor.ts'
import { lockUser } from '../lock.ts'
import { FACTOR_SECONDS } from '../policy.ts'
import { recordAct } from '../record-act.ts'
import { issueToken } from '../recovery/one-time.ts'
import { proveMailbox } from '../recovery/prove-mailbox.ts'
import { authHeaders, passCookies, setSealedCookie } from './cookies.ts'
import { rememberDevice } from './device.ts'
import { endSessions, revokeAccess } from './end-sessions.ts'
import { composeSession, factorsOf } from './session.ts'
import { endView } from './view-as.ts'

/**
 * How a person signed in, and with what: the password (`fingerprintPassword`), the passkey or the Google link. `proves`
 * is true when Google confirms that the user owns the account's address.
 */
export type Entry =
  | { way: 'password'; mark: string }
  | { way: 'passkey'; passkey: string }
  | { way: 'google'; link: string; proves: boolean }
  | { way: 'link' }

/**
 * Starts the session of a person who has proved their identity, and returns it. All sign-ins use this; only viewing as
 * another user creates its session in `viewAs`. If an authenticator app is set up, no session starts yet: returns
 * `factor_required`, and the browser keeps a one-time token until the code is entered. Ends the session that the
 * browser had before. Throws ACCOUNT_DISABLED for a deactivated user or one without a company, and UNAUTHORIZED when
 * the password, passkey, Google link or authenticator app that was used changed in the meantime.
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
    context.seen.userId = userId
    throw refuse('ACCOUNT_DISABLED')
  }
  if (!factorDone) {
    const factors = await factorsOf(platform, userId)
    if (factors.some((f) => f.factor_type === 'totp' && f.status === 'verified')) {
      const token = await issueToken(system, { purpose: 'factor', userId, data: entry, seconds: FACTOR_SECONDS })
      setSealedCookie(context, 'factor', token, FACTOR_SECONDS)
      return { factor_required: true, factors: factors.filter((f) => f.status === 'verified') }
    }
  }
  const replaced = await platform.auth.api.getSession({ headers: authHeaders(context) })
  const { response, headers } = await platform.auth.api.enter({
    body: { userId },
    headers: authHeaders(context),
    returnHeaders: true,
  })
  const sessionId = response.session.id
  const begun = await system.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const mark = await fingerprintPassword(db, userId)
    const app = await db
      .selectFrom('auth.factors')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', '=', 'verified')
      .executeTakeFirst()
    if (!(await stillOpens(db, userId, entry, mark)) || (app && !factorDone)) {
      await db.deleteFrom('auth.session').where('id', '=', sessionId).execute()
      return undefined
    }
    const device = { ipAddress: address || null, userAgent: header('user-agent')?.slice(0, 500) ?? null }
    const shown = factorDone || entry.way === 'passkey'
    const twoFactor = await countSignIn(platform, db, { userId, shown })
    const updated = await db
      .updateTable('auth.session')
      .set({
        way: entry.way,
        ...device,
        two_factor: twoFactor,
        passkey_id: entry.way === 'passkey' ? entry.passkey : null,
      })
      .where('id', '=', sessionId)
      .returning('id')
      .executeTakeFirst()
    await sql`select keep_last_seen(${userId}::uuid)`.execute(db)
    if (!updated) return undefined
    const proof =
      entry.way === 'google' && entry.proves
        ? await proveMailbox(context, db, userId, {
            keep: { sessionId, googleId: entry.link, authenticatorApp: factorDone },
          })
        : undefined
    await recordAct(db, context, userId, 'user.sign-in', { after: { way: entry.way, secondFactor: factorDone } })
    return { ended: proof?.ended }
  })
  if (!begun) {
    context.seen.userId = userId
    context.seen.reason = 'account_changed'
    throw new ORPCError('UNAUTHORIZED', { message: 'Your account has changed. Sign in again.' })
  }
  if (begun.ended) await revokeAccess(platform, begun.ended)
  // The cookie of the previous session is overwritten, so nobody could use or end that session anymore.
  if (replaced) await endSessions(platform, { userId: replaced.user.id, only: replaced.session.id })
  await endView(context)
  const session = await composeSession(platform, userId, sessionId)
  passCookies(context, headers)
  await rememberDevice(context, session.user.email)
  platform.log.info({ requestId, address, userId, way: entry.way }, 'signed in')
  return { session }
}

/** Returns whether the account still has what the person signed in with. `mark` is the fingerprint of its password. */
async function stillOpens(db: Db, userId: string, entry: Entry, mark: string | undefined): Promise<boolean> {
  if (entry.way === 'password') return entry.mark === mark
  if (entry.way === 'link') return true
  const row =
    entry.way === 'passkey'
      ? await db
          .selectFrom('auth.passkeys')
          .select('id')
          .where('id', '=', entry.passkey)
          .where('user_id', '=', userId)
          .executeTakeFirst()
      : await db
          .selectFrom('auth.account')
          .select('id')
          .where('id', '=', entry.link)
          .where('userId', '=', userId)
          .executeTakeFirst()
  return row !== undefined
}
