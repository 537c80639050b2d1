import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { newTotpSecret, totpForApp } from '../../platform/sign-in/totp.ts'
import { lockUser } from '../lock.ts'
import { sealSecret } from './codes.ts'
import { requireFresh } from './fresh.ts'

/**
 * Starts to set up an authenticator app. Returns its secret as text, as a URI and as a QR code. The app counts after
 * `verifyFactor` has accepted one of its codes. Starting again replaces an unfinished setup. Throws FACTOR_EXISTS and
 * CONFIRM_IDENTITY.
 */
export const enrollFactor = action(contract.account.enroll, async (context, { friendlyName }) => {
  const { platform, actor } = context
  await requireFresh(context)
  const secret = newTotpSecret()
  const sealed = await sealSecret(platform, secret)
  const id = uuid()
  const email = await platform.db.system.transaction().execute(async (db) => {
    // The lock makes two tabs that start at the same time take turns.
    await lockUser(db, actor.userId)
    await requireFresh(context, db)
    const user = await db
      .selectFrom('auth.user')
      .select('email')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    const verified = await db
      .selectFrom('auth.factors')
      .select('id')
      .where('user_id', '=', actor.userId)
      .where('status', '=', 'verified')
      .executeTakeFirst()
    if (verified) throw refuse('FACTOR_EXISTS')
    await db.deleteFrom('auth.factors').where('user_id', '=', actor.userId).execute()
    await db
      .insertInto('auth.factors')
      .values({ id, user_id: actor.userId, friendly_name: friendlyName, secret: sealed })
      .execute()
    return user.email
  })
  const { uri, qrCode } = totpForApp(secret, email)
  return { id, type: 'totp' as const, totp: { qr_code: qrCode, secret, uri } }
})
