import type { z } from 'zod'
import type { Session } from '../../contract/account.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { requireFresh } from './fresh.ts'
import { mailFactorNotice } from './mail.ts'
import { compose } from './session.ts'

/** Removes one of the user's own factors: the authenticator app with its recovery codes, or a passkey. CONFIRM_IDENTITY. */
export async function unenroll(
  context: Actored,
  { factorId }: { factorId: string },
): Promise<{ session: z.infer<typeof Session> }> {
  const { platform, actor, requestId } = context
  const { userId, sessionId } = actor
  await requireFresh(context)
  const removed = await platform.db.system.transaction().execute(async (db) => {
    const app = await db
      .deleteFrom('auth.factors')
      .where('id', '=', factorId)
      .where('user_id', '=', userId)
      .returning('status')
      .executeTakeFirst()
    if (app?.status === 'unverified') return 'unfinished'
    const passkey =
      app ??
      (await db
        .deleteFrom('auth.passkeys')
        .where('id', '=', factorId)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst())
    if (!passkey) throw refuse('NOT_FOUND')
    if (app) {
      await db.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute()
      await db.updateTable('profiles').set({ second_factor: false }).where('id', '=', userId).execute()
    }
    await record(db, context, {
      companyId: actor.companyId,
      action: app ? 'user.factor-off' : 'user.passkey-off',
      subjectType: 'user',
      subjectId: userId,
    })
    await mailFactorNotice(platform, db, userId, app ? 'totp-off' : 'passkey-off')
    return app ? 'app' : 'passkey'
  })
  platform.log.info({ requestId, userId, removed }, 'factor removed')
  return { session: await compose(platform, userId, sessionId) }
}
