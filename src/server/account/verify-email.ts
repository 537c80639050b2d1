import { v7 as uuid } from 'uuid'
import { type Context, refuse, signedIn } from '../platform/api.ts'
import { keepCookie, readCookie, sameOrigin } from './cookies.ts'
import { keepPassword } from './credentials.ts'
import { mailEmailNotice } from './mail.ts'
import { settle } from './new-user.ts'
import { guess, look, type OneTime, spend, withdraw } from './one-time.ts'
import { GUESSES } from './policy.ts'

type Done = { verified: true; changed: boolean }
type Input = { token: string; password?: string | undefined }

/**
 * Verifies an address by the token of a mail: of somebody who signed up, or the new address of an account. Holding the
 * mail is not enough for either, for somebody else may have typed the address: the first wants the browser that signed
 * up or the password that was chosen (PASSWORD_NEEDED), the second the session of the user (SIGN_IN_FIRST).
 * TOKEN_INVALID, EMAIL_TAKEN.
 */
export async function verifyEmail(context: Context, input: Input): Promise<Done> {
  const { platform } = context
  sameOrigin(context)
  const fresh = await look(platform.db.system, 'verify-email', input.token)
  if (fresh) return newAccount(context, input, fresh)
  const change = await look(platform.db.system, 'change-email', input.token)
  if (change?.userId) return newAddress(context, input.token, change.userId, change.data.email as string)
  throw refuse('TOKEN_INVALID')
}

async function newAccount(context: Context, { token, password }: Input, kept: OneTime): Promise<Done> {
  const { platform, requestId } = context
  const { system } = platform.db
  const { email, fullName, hash } = kept.data as { email: string; fullName: string; hash: string }
  if (readCookie(context, 'sign-up') !== token) {
    if (password === undefined) throw refuse('PASSWORD_NEEDED')
    if (!(await guess(system, 'verify-email', token, GUESSES))) throw refuse('TOKEN_INVALID')
    const slow = (await platform.auth.context).password
    if (!(await slow.verify({ hash, password })))
      throw refuse('PASSWORD_NEEDED', { fields: { password: ['This is not the password that was chosen.'] } })
  }
  const id = uuid()
  const made = await system.transaction().execute(async (db) => {
    if (!(await spend(db, 'verify-email', token))) return false
    const user = await db
      .insertInto('auth.user')
      .values({ id, name: fullName, email, emailVerified: true })
      .onConflict((c) => c.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!user) return false
    await keepPassword(db, id, hash)
    await settle(db, { id, email, name: fullName })
    return true
  })
  if (!made) throw refuse('TOKEN_INVALID')
  keepCookie(context, 'sign-up', '', 0)
  platform.log.info({ requestId, userId: id }, 'address verified')
  return { verified: true, changed: false }
}

async function newAddress(context: Context, token: string, userId: string, email: string): Promise<Done> {
  const { platform, requestId, header } = context
  const actor = await signedIn(platform, header('authorization'))
  if (!actor || actor.userId !== userId || actor.viewerId) throw refuse('SIGN_IN_FIRST')
  const before = await platform.db.system
    .transaction()
    .execute(async (db) => {
      if (!(await spend(db, 'change-email', token))) return undefined
      const user = await db
        .selectFrom('auth.user')
        .select('email')
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await db.updateTable('auth.user').set({ email, emailVerified: true }).where('id', '=', userId).execute()
      await db.updateTable('profiles').set({ email }).where('id', '=', userId).execute()
      // A link that went to the old address must not open the account any more.
      await withdraw(db, userId)
      return user.email
    })
    .catch((e: { code?: string }) => {
      if (e.code === '23505') throw refuse('EMAIL_TAKEN')
      throw e
    })
  if (!before) throw refuse('TOKEN_INVALID')
  await mailEmailNotice(platform, userId, before, { changed: email })
  platform.log.info({ requestId, userId }, 'address changed')
  return { verified: true, changed: true }
}
