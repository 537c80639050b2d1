import { sql } from 'kysely'
import { type Actored, refuse } from '../platform/api.ts'
import { demandStrength, hashOf, keepPassword, ownPassword } from './credentials.ts'
import { endSessions } from './end-sessions.ts'
import { requireFresh } from './fresh.ts'
import { lockUser } from './lock.ts'
import { mailPasswordChanged } from './mail.ts'
import { withdraw } from './one-time.ts'

/**
 * Changes the password of the signed-in user, who has to know the one of now; somebody without one (Google only) has to
 * have proved lately who they are. Ends the other sessions. WRONG_PASSWORD, CONFIRM_IDENTITY, PASSWORD_WEAK.
 */
export async function changePassword(
  context: Actored,
  { current, password }: { current?: string | undefined; password: string },
): Promise<{ changed: true }> {
  const { platform, actor, requestId } = context
  const { userId, sessionId } = actor
  const had = await platform.limits.code(userId, 'proof', async () => {
    const is = await ownPassword(platform, userId, current)
    return is === 'wrong' ? false : is
  })
  if (!had) throw refuse('WRONG_PASSWORD', { fields: { current: ['This is not your current password.'] } })
  if (had === 'none') await requireFresh(context)
  const { system } = platform.db
  const about = await system
    .selectFrom('auth.user')
    .select(['email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await demandStrength(platform, password, [about.email, about.name])
  const hash = await hashOf(platform, password)
  await system.transaction().execute(async (db) => {
    await lockUser(db, userId)
    // What was begun before, by whomever, ends: a sign-in that waits for its code, a change of address.
    await withdraw(db, userId)
    await keepPassword(db, userId, hash)
    await mailPasswordChanged(platform, db, userId)
    // Who knows the password has just proved who they are.
    await db.updateTable('auth.session').set({ confirmed_at: sql<string>`now()` }).where('id', '=', sessionId).execute()
  })
  await endSessions(platform, { userId, except: sessionId })
  platform.log.info({ requestId, userId }, 'password changed')
  return { changed: true }
}
