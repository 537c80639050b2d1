import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'

/**
 * Returns the signed-in user's second factors for the settings, the number of unused recovery codes, and whether there
 * is a password.
 */
export const listFactors = action(contract.account.factors, async ({ platform, actor }) => {
  const { system } = platform.db
  const mine = actor.userId
  const [apps, passkeys, codes, password] = await Promise.all([
    system
      .selectFrom('auth.factors')
      .select(['id', 'status', 'friendly_name', 'created_at', 'last_step'])
      .where('user_id', '=', mine)
      .execute(),
    system
      .selectFrom('auth.passkeys')
      .select(['id', 'friendly_name', 'created_at', 'last_used_at'])
      .where('user_id', '=', mine)
      .orderBy('created_at')
      .execute(),
    system
      .selectFrom('auth.recovery_codes')
      .select(sql<number>`count(*)::int`.as('left'))
      .where('user_id', '=', mine)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
    system
      .selectFrom('auth.account')
      .select('id')
      .where('userId', '=', mine)
      .where('providerId', '=', 'credential')
      .where('password', 'is not', null)
      .executeTakeFirst(),
  ])
  return {
    items: [
      ...apps.map((f) => ({
        id: f.id,
        factor_type: 'totp' as const,
        status: f.status as 'verified' | 'unverified',
        friendly_name: f.friendly_name,
        createdAt: f.created_at,
        // A step is 30 seconds (RFC 6238).
        lastUsedAt: Number(f.last_step) > 0 ? new Date(Number(f.last_step) * 30_000).toISOString() : null,
      })),
      ...passkeys.map((f) => ({
        id: f.id,
        factor_type: 'webauthn' as const,
        status: 'verified' as const,
        friendly_name: f.friendly_name,
        createdAt: f.created_at,
        lastUsedAt: f.last_used_at,
      })),
    ],
    recoveryCodesLeft: codes.left,
    hasPassword: password !== undefined,
  }
})
