import type { z } from 'zod'
import type { Session } from '../../contract/account.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { requireFresh } from './fresh.ts'
import { lockUser } from './lock.ts'
import { mailFactorNotice } from './mail.ts'
import { compose } from './session.ts'

/** Disconnects the user's Google account. LAST_WAY_IN when there is neither a password nor a passkey, CONFIRM_IDENTITY. */
export async function unlink(context: Actored, { id }: { id: string }): Promise<{ session: z.infer<typeof Session> }> {
  const { platform, actor } = context
  const { userId, sessionId, companyId } = actor
  await requireFresh(context)
  await platform.db.system.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const accounts = await db
      .selectFrom('auth.account')
      .select(['id', 'providerId', 'password'])
      .where('userId', '=', userId)
      .execute()
    if (!accounts.some((a) => a.id === id && a.providerId === 'google')) throw refuse('NOT_FOUND')
    const passkey = await db
      .selectFrom('auth.passkeys')
      .select('id')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst()
    if (!passkey && !accounts.some((a) => a.password)) throw refuse('LAST_WAY_IN')
    await db.deleteFrom('auth.account').where('id', '=', id).execute()
    await record(db, context, { companyId, action: 'user.google-off', subjectType: 'user', subjectId: userId })
    await mailFactorNotice(platform, db, userId, 'google-off')
  })
  return { session: await compose(platform, userId, sessionId) }
}
