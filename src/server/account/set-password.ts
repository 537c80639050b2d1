import { type Context, refuse } from '../platform/api.ts'
import { sameOrigin } from './cookies.ts'
import { demandStrength, hashOf, keepPassword } from './credentials.ts'
import { endSessions } from './end-sessions.ts'
import { lockUser } from './lock.ts'
import { mailPasswordChanged } from './mail.ts'
import { settle } from './new-user.ts'
import { look, spend, withdraw } from './one-time.ts'

/**
 * Sets a password by the one-time token of a mail and ends every session of that user; signing in, second factor
 * included, comes after. TOKEN_INVALID when it was used or is too old, PASSWORD_WEAK (the token stays good).
 */
export async function setPassword(
  context: Context,
  { token, password }: { token: string; password: string },
): Promise<{ changed: true }> {
  const { platform, requestId } = context
  const { system } = platform.db
  sameOrigin(context)
  const known = await look(system, 'password', token)
  if (!known?.userId) throw refuse('TOKEN_INVALID')
  const userId = known.userId
  const about = await system
    .selectFrom('auth.user')
    .select(['email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await demandStrength(platform, password, [about.email, about.name])
  const hash = await hashOf(platform, password)
  const done = await system.transaction().execute(async (db) => {
    if (!(await spend(db, 'password', token))) return false
    await lockUser(db, userId)
    // What was begun before, by whomever, ends: a sign-in that waits for its code, a change of address.
    await withdraw(db, userId)
    await keepPassword(db, userId, hash)
    // Whoever opened the link reads the mails of this address.
    const user = await db
      .updateTable('auth.user')
      .set({ emailVerified: true })
      .where('id', '=', userId)
      .returning(['id', 'email', 'name'])
      .executeTakeFirstOrThrow()
    await settle(db, user)
    await mailPasswordChanged(platform, db, userId)
    return true
  })
  if (!done) throw refuse('TOKEN_INVALID')
  await endSessions(platform, { userId })
  platform.log.info({ requestId, userId }, 'password set')
  return { changed: true }
}
