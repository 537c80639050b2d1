import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { derive } from '../platform/env.ts'
import type { Platform } from '../platform/platform.ts'
import { seal, unseal } from '../platform/seal.ts'
import { totpStep } from '../platform/totp.ts'
import { RECOVERY_CODES } from './policy.ts'

const PURPOSE = 'authenticator apps'
// Without what is easily taken for something else.
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'

/** An authenticator app's secret as it is kept. */
export const sealSecret = ({ env }: Platform, secret: string) => seal(env.appSecret, PURPOSE, secret)

const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')
const recoveryHash = ({ env }: Platform, userId: string, code: string) =>
  createHmac('sha256', derive(env.appSecret, 'recovery codes'))
    .update(`${userId} ${plain(code)}`)
    .digest('base64url')

/**
 * Whether the code belongs to this authenticator app now, and was not used before: each time step counts once, also
 * when the same code comes many times at the same moment.
 */
export async function acceptTotp(
  platform: Platform,
  factor: { id: string; secret: string },
  code: string,
): Promise<boolean> {
  const secret = await unseal(platform.env.appSecret, PURPOSE, factor.secret)
  const step = secret && totpStep(secret, plain(code))
  if (!step) return false
  const used = await platform.db.system
    .updateTable('auth.factors')
    .set({ last_step: step })
    .where('id', '=', factor.id)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Uses a code of the user's verified authenticator app, or one of the recovery codes. False for any other. */
export async function acceptCode(
  platform: Platform,
  userId: string,
  code: string,
): Promise<'totp' | 'recovery' | false> {
  const { system } = platform.db
  if (/^\d{6}$/.test(plain(code))) {
    const factor = await system
      .selectFrom('auth.factors')
      .select(['id', 'secret'])
      .where('user_id', '=', userId)
      .where('status', '=', 'verified')
      .executeTakeFirst()
    return factor && (await acceptTotp(platform, factor, code)) ? 'totp' : false
  }
  const used = await system
    .updateTable('auth.recovery_codes')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', recoveryHash(platform, userId, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used ? 'recovery' : false
}

/** New recovery codes in place of the old ones. Ten letters out of 31 each: 49 bits. */
export async function newRecoveryCodes(platform: Platform, db: Db, userId: string): Promise<string[]> {
  const letters = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${letters()}-${letters()}`)
  await db.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('auth.recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: recoveryHash(platform, userId, code) })))
    .execute()
  return codes
}
