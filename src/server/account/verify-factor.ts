import { sql } from 'kysely'
import type { z } from 'zod'
import type { Session } from '../../contract/account.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { acceptTotp, newRecoveryCodes } from './codes.ts'
import { endSessions } from './end-sessions.ts'
import { requireFresh } from './fresh.ts'
import { lockUser } from './lock.ts'
import { mailFactorNotice } from './mail.ts'
import { compose } from './session.ts'

/**
 * Finishes setting up an authenticator app by one of its codes. From now on every way in asks for one; the user's other
 * sessions, which began without, end. Recovery codes are shown this once. CODE_WRONG, CONFIRM_IDENTITY.
 */
export async function verifyFactor(
  context: Actored,
  { factorId, code }: { factorId: string; code: string },
): Promise<{ session: z.infer<typeof Session>; recoveryCodes: string[] }> {
  const { platform, actor, requestId } = context
  const { userId, sessionId } = actor
  await requireFresh(context)
  const { system } = platform.db
  const factor = await system
    .selectFrom('auth.factors')
    .select(['id', 'secret'])
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .executeTakeFirst()
  if (!factor) throw refuse('NOT_FOUND')
  if (
    !(await platform.limits.code(
      userId,
      'proof',
      async () => (await acceptTotp(platform, factor, code)) || (false as const),
    ))
  )
    throw refuse('CODE_WRONG', { fields: { code: ['This code is not right. Enter the one that the app shows now.'] } })
  const recoveryCodes = await system.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const turned = await db
      .updateTable('auth.factors')
      .set({ status: 'verified' })
      .where('id', '=', factorId)
      .where('status', '=', 'unverified')
      .returning('id')
      .executeTakeFirst()
    if (!turned) throw refuse('NOT_FOUND')
    await db.updateTable('profiles').set({ second_factor: true }).where('id', '=', userId).execute()
    await db.updateTable('auth.session').set({ confirmed_at: sql<string>`now()` }).where('id', '=', sessionId).execute()
    await record(db, context, {
      companyId: actor.companyId,
      action: 'user.factor-on',
      subjectType: 'user',
      subjectId: userId,
    })
    await mailFactorNotice(platform, db, userId, 'totp-on')
    return newRecoveryCodes(platform, db, userId)
  })
  await endSessions(platform, { userId, except: sessionId })
  platform.log.info({ requestId, userId }, 'second factor on')
  return { session: await compose(platform, userId, sessionId), recoveryCodes }
}
