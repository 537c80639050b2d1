import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { type Context, refuse, signedIn, twoFactorRequired } from '../platform/http/api.ts'
import { savePassword } from './credentials.ts'
import { lockUser } from './lock.ts'
import { mailEmailNotice } from './mail.ts'
import { editPerson } from './membership.ts'
import { createCompanyForUser } from './new-user.ts'
import { GUESSES } from './policy.ts'
import { recordAct } from './record-act.ts'
import { countGuess, matchesHash, type OneTime, peekToken, revokeTokens, spendToken } from './recovery/one-time.ts'
import { proveMailbox } from './recovery/prove-mailbox.ts'
import { readCookie, sameOrigin, setSealedCookie } from './sessions/cookies.ts'
import { noncesOf } from './sign-up.ts'

type Done = { verified: true; changed: boolean }
type Input = { token: string; password?: string | undefined }

/**
 * Verifies an address with the token of a mail: the address of a new account, or the new address of an existing one.
 * The mail alone is not enough, because another person may have entered the address. A new account also needs the
 * browser that signed up or the password that was chosen there (PASSWORD_NEEDED). A change needs the user's session
 * (SIGN_IN_FIRST, TWO_FACTOR_REQUIRED). Throws TOKEN_INVALID and EMAIL_TAKEN.
 */
export const verifyEmail = action(contract.account.verifyEmail, async (context, input) => {
  const { platform } = context
  sameOrigin(context)
  const fresh = await peekToken(platform.db.system, 'verify-email', input.token)
  if (fresh) return newAccount(context, input, fresh)
  const change = await peekToken(platform.db.system, 'change-email', input.token)
  if (change?.userId) return newAddress(context, input.token, change.userId, change.data.email as string)
  throw refuse('TOKEN_INVALID')
})

async function newAccount(context: Context, { token, password }: Input, kept: OneTime): Promise<Done> {
  const { platform, requestId } = context
  const { system } = platform.db
  const { email, fullName, hash, browser } = kept.data as Record<'email' | 'fullName' | 'hash' | 'browser', string>
  const nonces = noncesOf(readCookie(context, 'sign-up'))
  if (!nonces.some((nonce) => matchesHash(nonce, browser))) {
    if (password === undefined) throw refuse('PASSWORD_NEEDED')
    if (!(await countGuess(system, 'verify-email', token, GUESSES))) throw refuse('TOKEN_INVALID')
    const slow = (await platform.auth.context).password
    if (!(await slow.verify({ hash, password })))
      throw refuse('PASSWORD_NEEDED', {
        fields: { password: ['This isn’t the password you chose at sign-up. Try again.'] },
      })
  }
  const id = uuid()
  const made = await system.transaction().execute(async (db) => {
    if (!(await spendToken(db, 'verify-email', token))) return false
    const user = await db
      .insertInto('auth.user')
      .values({ id, name: fullName, email, emailVerified: true, mailboxProvenAt: sql<string>`now()` })
      .onConflict((c) => c.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!user) return false
    await savePassword(db, id, hash)
    await createCompanyForUser(db, { id, email, name: fullName })
    return true
  })
  if (!made) throw refuse('TOKEN_INVALID')
  setSealedCookie(context, 'sign-up', '', 0)
  platform.log.info({ requestId, userId: id }, 'address verified')
  return { verified: true, changed: false }
}

async function newAddress(context: Context, token: string, userId: string, email: string): Promise<Done> {
  const { platform, requestId, header } = context
  const actor = await signedIn(platform, header('authorization'))
  if (!actor || actor.userId !== userId || actor.viewerId) throw refuse('SIGN_IN_FIRST')
  if (actor.factorDue) throw twoFactorRequired()
  const before = await platform.db.system
    .transaction()
    .execute(async (db) => {
      await lockUser(db, userId)
      if (!(await spendToken(db, 'change-email', token))) return undefined
      const user = await db.selectFrom('auth.user').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
      await db.updateTable('auth.user').set({ email }).where('id', '=', userId).execute()
      await editPerson(db, userId, { email })
      const { first } = await proveMailbox(context, db, userId, { keep: { sessionId: actor.sessionId } })
      // `proveMailbox` may have removed the password, so let the user choose a new one without confirming again.
      if (first)
        await db
          .updateTable('auth.session')
          .set({ confirmed_at: sql<string>`now()` })
          .where('id', '=', actor.sessionId)
          .execute()
      // A link that was sent to the old address must not open the account anymore.
      await revokeTokens(db, userId)
      await recordAct(db, context, userId, 'user.email', { before: { email: user.email }, after: { email } })
      return { email: user.email, first }
    })
    .catch((e: { code?: string }) => {
      if (e.code === '23505') throw refuse('EMAIL_TAKEN')
      throw e
    })
  if (!before) throw refuse('TOKEN_INVALID')
  if (before.first) await platform.revocations.add({ userId })
  await mailEmailNotice(platform, userId, before.email, { changed: email })
  platform.log.info({ requestId, userId }, 'address changed')
  return { verified: true, changed: true }
}
