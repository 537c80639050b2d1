import { v7 as uuid } from 'uuid'
import { type Actored, refuse } from '../platform/api.ts'
import { newTotpSecret, totpForApp } from '../platform/totp.ts'
import { sealSecret } from './codes.ts'
import { requireFresh } from './fresh.ts'

/**
 * Begins to set up an authenticator app: its secret as text, address and QR code. It counts once a code of it came
 * (`verifyFactor`); beginning again replaces what was not finished. FACTOR_EXISTS, CONFIRM_IDENTITY.
 */
export async function enroll(
  context: Actored,
  { friendlyName }: { friendlyName: string },
): Promise<{ id: string; type: 'totp'; totp: { qr_code: string; secret: string; uri: string } }> {
  const { platform, actor } = context
  await requireFresh(context)
  const secret = newTotpSecret()
  const sealed = await sealSecret(platform, secret)
  const id = uuid()
  const email = await platform.db.system.transaction().execute(async (db) => {
    // Locked, so that two tabs that begin at once do not meet.
    const user = await db
      .selectFrom('auth.user')
      .select('email')
      .where('id', '=', actor.userId)
      .forUpdate()
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
  return { id, type: 'totp', totp: { qr_code: qrCode, secret, uri } }
}
