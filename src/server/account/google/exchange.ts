import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { action } from '../../platform/http/action.ts'
import { type Context, refuse } from '../../platform/http/api.ts'
import type { GoogleUser } from '../../platform/sign-in/google.ts'
import { sealText } from '../../platform/sign-in/seal.ts'
import { mailFactorNotice } from '../mail.ts'
import { createCompanyForUser } from '../new-user.ts'
import { recordAct } from '../record-act.ts'
import { beginSession } from '../sessions/begin-session.ts'
import { sameOrigin } from '../sessions/cookies.ts'
import { dropFlow, readFlow } from './google.ts'

/** The purpose under which Google refresh tokens are encrypted. */
export const GOOGLE_PURPOSE = 'google tokens'

/**
 * Exchanges Google's code for a session. Works only in the browser that started the flow. A new user gets a company
 * that still has to be named. An existing account with the same verified address is connected only if its mailbox was
 * verified. Throws CODE_INVALID, EMAIL_NOT_VERIFIED, ACCOUNT_NOT_LINKED, ACCOUNT_OF_ANOTHER when the address has
 * another Google account connected, ACCOUNT_DISABLED and GOOGLE_OFF.
 */
export const exchangeCode = action(contract.account.exchange, async (context, answer) => {
  const { platform } = context
  sameOrigin(context)
  if (!platform.google) throw refuse('GOOGLE_OFF')
  const stored = await readFlow(context, answer.state)
  dropFlow(context, answer.state)
  const who = stored && (await platform.google.finish(answer, stored.flow))
  if (!who) {
    throw refuse('CODE_INVALID')
  }
  if (!who.emailVerified) throw refuse('EMAIL_NOT_VERIFIED')
  const token = who.refreshToken ? await sealText(platform.env, GOOGLE_PURPOSE, who.refreshToken) : null
  const account = await platform.db.system.transaction().execute((db) => accountOf(context, db, who, token))
  return beginSession(context, { way: 'google', ...account })
})

/**
 * Returns the account of a Google user: the connected one, one to connect, or a new one. `proves` is true when Google
 * confirms that the user owns the account's address.
 */
async function accountOf(
  context: Context,
  db: Db,
  who: GoogleUser,
  refreshToken: string | null,
): Promise<{ userId: string; link: string; proves: boolean }> {
  // Two tabs of a new user must create only one account.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`google ${who.email}`}, 0))`.execute(db)
  const now = new Date().toISOString()
  const connected = await db
    .updateTable('auth.account')
    .set({ updatedAt: now, ...(refreshToken ? { refreshToken } : {}) })
    .where('providerId', '=', 'google')
    .where('accountId', '=', who.subject)
    .returning(['id', 'userId'])
    .executeTakeFirst()
  if (connected) {
    const { email } = await db
      .selectFrom('auth.user')
      .select('email')
      .where('id', '=', connected.userId)
      .executeTakeFirstOrThrow()
    return { userId: connected.userId, link: connected.id, proves: email === who.email }
  }

  const known = await db
    .selectFrom('auth.user')
    .select(['id', 'mailboxProvenAt'])
    .where('email', '=', who.email)
    .forUpdate()
    .executeTakeFirst()
  // An attacker may have created the account with this address and be waiting for its owner to sign in.
  if (known && !known.mailboxProvenAt) throw refuse('ACCOUNT_NOT_LINKED')
  // An address can be reassigned to another person. The Google account that was connected first keeps the account.
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
      .values({ ...user, emailVerified: true, mailboxProvenAt: now })
      .execute()
  const link = await db
    .insertInto('auth.account')
    .values({ accountId: who.subject, providerId: 'google', userId: id, refreshToken, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (known) {
    await recordAct(db, context, id, 'user.google-on')
    await mailFactorNotice(context.platform, db, id, 'google-on')
  }
  await createCompanyForUser(db, user)
  return { userId: id, link: link.id, proves: true }
}
