import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { SignedIn } from '../../contract/account.ts'
import { type Context, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import type { GoogleUser } from '../platform/google.ts'
import type { Platform } from '../platform/platform.ts'
import { seal } from '../platform/seal.ts'
import { beginSession } from './begin-session.ts'
import { sameOrigin } from './cookies.ts'
import { dropFlow, keptFlow } from './google.ts'
import { mailFactorNotice } from './mail.ts'
import { settle } from './new-user.ts'

/**
 * Exchanges the code that Google gave for a session, in the browser that began and nowhere else. A newcomer gets a
 * company to be named; an account with the same verified address is connected; one whose address was never verified is
 * not. CODE_INVALID, EMAIL_NOT_VERIFIED, ACCOUNT_NOT_LINKED, ACCOUNT_DISABLED, GOOGLE_OFF.
 */
export async function exchange(
  context: Context,
  answer: { code: string; state: string; iss?: string | undefined },
): Promise<z.infer<typeof SignedIn>> {
  const { platform, address, requestId } = context
  sameOrigin(context)
  if (!platform.google) throw refuse('GOOGLE_OFF')
  const kept = await keptFlow(context, answer.state)
  dropFlow(context, answer.state)
  const who = kept && (await platform.google.finish(answer, kept.flow))
  if (!who) {
    platform.log.warn({ requestId, address }, 'sign-in with Google refused')
    throw refuse('CODE_INVALID')
  }
  if (!who.emailVerified) throw refuse('EMAIL_NOT_VERIFIED')
  const token = who.refreshToken ? await seal(platform.env.appSecret, 'google tokens', who.refreshToken) : null
  const userId = await platform.db.system.transaction().execute((db) => accountOf(platform, db, who, token))
  return beginSession(context, { userId, way: 'google' })
}

/** The account of a Google user: the connected one, one to connect, or a new one. */
async function accountOf(platform: Platform, db: Db, who: GoogleUser, refreshToken: string | null): Promise<string> {
  // Two tabs of a newcomer make one account.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`google ${who.email}`}, 0))`.execute(db)
  const now = new Date().toISOString()
  const connected = await db
    .updateTable('auth.account')
    .set({ updatedAt: now, ...(refreshToken ? { refreshToken } : {}) })
    .where('providerId', '=', 'google')
    .where('accountId', '=', who.subject)
    .returning('userId')
    .executeTakeFirst()
  if (connected) return connected.userId

  const known = await db
    .selectFrom('auth.user')
    .select(['id', 'emailVerified'])
    .where('email', '=', who.email)
    .forUpdate()
    .executeTakeFirst()
  // Somebody may have signed up with an address that is not theirs and wait for its owner.
  if (known && !known.emailVerified) throw refuse('ACCOUNT_NOT_LINKED')
  // An address can be given to somebody else: whoever was there first keeps the account.
  const other =
    known &&
    (await db
      .selectFrom('auth.account')
      .select('id')
      .where('userId', '=', known.id)
      .where('providerId', '=', 'google')
      .executeTakeFirst())
  if (other) throw refuse('ACCOUNT_OF_ANOTHER')
  const id = known?.id ?? uuid()
  const user = { id, name: who.name.slice(0, 100), email: who.email }
  if (!known)
    await db
      .insertInto('auth.user')
      .values({ ...user, emailVerified: true })
      .execute()
  await db
    .insertInto('auth.account')
    .values({ accountId: who.subject, providerId: 'google', userId: id, refreshToken, updatedAt: now })
    .execute()
  if (known) await mailFactorNotice(platform, db, id, 'google-on')
  await settle(db, user)
  return id
}
