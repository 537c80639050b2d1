import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { plainCode } from '../../../contract/plain/plain-code.ts'
import type { Db } from '../../platform/database/db.ts'
import { secretsOf, signingKey } from '../../platform/env.ts'
import type { Platform } from '../../platform/platform.ts'
import { sealText, unsealText } from '../../platform/sign-in/seal.ts'
import { totpStep } from '../../platform/sign-in/totp.ts'
import { RECOVERY_CODES } from '../policy.ts'

/** The purpose under which the secrets of authenticator apps are encrypted. */
export const APP_PURPOSE = 'authenticator apps'
// Without characters that are easily confused.
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'

/** Returns an authenticator app's secret, encrypted for storage. */
export const sealSecret = ({ env }: Platform, secret: string) => sealText(env, APP_PURPOSE, secret)

/** Hashes of a recovery code: first with the current key, which is the one to store, then with the previous key. */
const recoveryHashes = ({ env }: Platform, userId: string, code: string) =>
  secretsOf(env).map((secret) =>
    createHmac('sha256', signingKey(secret, 'recovery codes'))
      .update(`${userId} ${plainCode(code)}`)
      .digest('base64url'),
  ) as [string, ...string[]]

/**
 * Uses up a code of this authenticator app. Returns false unless the code is valid now and newer than the last one that
 * was accepted. Of concurrent requests with the same code, one succeeds.
 */
export async function acceptTotp(
  platform: Platform,
  factor: { id: string; secret: string },
  code: string,
): Promise<boolean> {
  const secret = await unsealText(platform.env, APP_PURPOSE, factor.secret)
  const step = secret && totpStep(secret, plainCode(code))
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

/**
 * Uses up a code of the user's verified authenticator app, or one of the recovery codes. Returns false for any other.
 */
export async function acceptCode(
  platform: Platform,
  userId: string,
  code: string,
): Promise<'totp' | 'recovery' | false> {
  const { system } = platform.db
  if (/^\d{6}$/.test(plainCode(code))) {
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
    .where('code_hash', 'in', recoveryHashes(platform, userId, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used ? 'recovery' : false
}

/** Replaces the user's recovery codes and returns the new ones. Each has ten characters out of 31: 49 bits. */
export async function newRecoveryCodes(platform: Platform, db: Db, userId: string): Promise<string[]> {
  const letters = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${letters()}-${letters()}`)
  await db.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('auth.recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: recoveryHashes(platform, userId, code)[0] })))
    .execute()
  return codes
}
