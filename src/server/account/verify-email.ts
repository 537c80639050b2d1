import { type Context, refuse } from '../platform/api.ts'
import { sameOrigin } from './cookies.ts'
import { mailEmailNotice } from './mail.ts'
import { settle } from './new-user.ts'
import { look, spend, withdraw } from './one-time.ts'

/**
 * Verifies an address by the token of a mail. That of a new account may be used again until it is too old (programs
 * that read mails open links too); the change of an address happens once. TOKEN_INVALID, EMAIL_TAKEN.
 */
export async function verifyEmail(
  context: Context,
  { token }: { token: string },
): Promise<{ verified: true; changed: boolean }> {
  const { platform, requestId } = context
  const { system } = platform.db
  sameOrigin(context)
  const fresh = await look(system, 'verify-email', token)
  if (fresh?.userId) {
    const userId = fresh.userId
    const done = await system.transaction().execute(async (db) => {
      const user = await db
        .updateTable('auth.user')
        .set({ emailVerified: true })
        .where('id', '=', userId)
        .where('email', '=', fresh.data.email as string)
        .returning(['id', 'email', 'name'])
        .executeTakeFirst()
      if (user) await settle(db, user)
      return user !== undefined
    })
    if (!done) throw refuse('TOKEN_INVALID')
    platform.log.info({ requestId, userId }, 'address verified')
    return { verified: true, changed: false }
  }

  const change = await look(system, 'change-email', token)
  if (!change?.userId) throw refuse('TOKEN_INVALID')
  const userId = change.userId
  const email = change.data.email as string
  const before = await system
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
      await withdraw(db, 'password', userId)
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
