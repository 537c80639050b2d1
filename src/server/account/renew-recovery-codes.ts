import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { newRecoveryCodes } from './codes.ts'
import { requireFresh } from './fresh.ts'

/** New recovery codes, shown this once; the old ones end. NO_FACTOR without an authenticator app, CONFIRM_IDENTITY. */
export async function renewRecoveryCodes(context: Actored): Promise<{ recoveryCodes: string[] }> {
  const { platform, actor } = context
  await requireFresh(context)
  const recoveryCodes = await platform.db.system.transaction().execute(async (db) => {
    const app = await db
      .selectFrom('auth.factors')
      .select('id')
      .where('user_id', '=', actor.userId)
      .where('status', '=', 'verified')
      .forUpdate()
      .executeTakeFirst()
    if (!app) throw refuse('NO_FACTOR')
    await record(db, context, {
      companyId: actor.companyId,
      action: 'user.recovery-codes',
      subjectType: 'user',
      subjectId: actor.userId,
    })
    return newRecoveryCodes(platform, db, actor.userId)
  })
  return { recoveryCodes }
}
