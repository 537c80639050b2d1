import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { lockUser } from '../lock.ts'
import { newRecoveryCodes } from './codes.ts'
import { requireFresh } from './fresh.ts'

/**
 * Replaces the user's recovery codes and returns the new ones, which are shown only once. Throws NO_FACTOR without an
 * authenticator app, and CONFIRM_IDENTITY.
 */
export const renewRecoveryCodes = action(contract.account.renewRecoveryCodes, async (context) => {
  const { platform, actor } = context
  await requireFresh(context)
  const recoveryCodes = await platform.db.system.transaction().execute(async (db) => {
    await lockUser(db, actor.userId)
    await requireFresh(context, db)
    const app = await db
      .selectFrom('auth.factors')
      .select('id')
      .where('user_id', '=', actor.userId)
      .where('status', '=', 'verified')
      .forUpdate()
      .executeTakeFirst()
    if (!app) throw refuse('NO_FACTOR')
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: 'user.recovery-codes',
      subjectType: 'user',
      subjectId: actor.userId,
    })
    return newRecoveryCodes(platform, db, actor.userId)
  })
  return { recoveryCodes }
})
