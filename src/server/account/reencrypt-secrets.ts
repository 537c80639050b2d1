import { formatCount } from '../../contract/plain/counts.ts'
import type { ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { reencryptText } from '../platform/sign-in/seal.ts'
import { APP_PURPOSE } from './factors/codes.ts'
import { GOOGLE_PURPOSE } from './google/exchange.ts'

/** The result of one run. */
export type Reencrypted = {
  /** Number of secrets that were encrypted again. */
  changed: number
  /** Number of secrets that still need APP_SECRET_PREVIOUS, because they were changed at the same time. */
  left: number
  /** Number of secrets that no key can decrypt. Their owners have to set them up again. */
  unreadable: number
  /** Number of users with unused recovery codes. Codes from before the rotation need APP_SECRET_PREVIOUS. */
  withRecoveryCodes: number
}

/** A stored secret: `replace` stores another text if it is unchanged, and returns whether it was. */
type Sealed = { purpose: string; text: string; replace: (text: string) => Promise<boolean> }

/** Returns all long-lived secrets that are encrypted: those of authenticator apps and Google tokens. */
async function listSealed({ system }: Platform['db']): Promise<Sealed[]> {
  const factors = await system.selectFrom('auth.factors').select(['id', 'secret']).execute()
  const accounts = await system
    .selectFrom('auth.account')
    .select(['id', 'refreshToken'])
    .where('providerId', '=', 'google')
    .where('refreshToken', 'is not', null)
    .execute()
  return [
    ...factors.map(({ id, secret }) => ({
      purpose: APP_PURPOSE,
      text: secret,
      // The user may be setting up another app at the same time.
      replace: async (text: string) =>
        (
          await system
            .updateTable('auth.factors')
            .set({ secret: text })
            .where('id', '=', id)
            .where('secret', '=', secret)
            .executeTakeFirst()
        ).numUpdatedRows > 0n,
    })),
    ...accounts.map(({ id, refreshToken }) => ({
      purpose: GOOGLE_PURPOSE,
      text: refreshToken as string,
      replace: async (text: string) =>
        (
          await system
            .updateTable('auth.account')
            // Leave `updatedAt` unchanged: users see it as the last use.
            .set({ refreshToken: text })
            .where('id', '=', id)
            .where('refreshToken', '=', refreshToken)
            .executeTakeFirst()
        ).numUpdatedRows > 0n,
    })),
  ]
}

/**
 * Encrypts with APP_SECRET the long-lived secrets that were encrypted with APP_SECRET_PREVIOUS, one by one. Returns how
 * many were changed and how many are left. An interrupted run loses nothing: both secrets are accepted, and the next
 * run continues.
 */
export async function reencryptSecrets({ db, env }: Pick<Platform, 'db' | 'env'>): Promise<Reencrypted> {
  const done: Reencrypted = { changed: 0, left: 0, unreadable: 0, withRecoveryCodes: 0 }
  for (const { purpose, text, replace } of await listSealed(db)) {
    const reencrypted = await reencryptText(env, purpose, text)
    if (reencrypted === undefined) done.unreadable++
    else if (reencrypted !== text) {
      if (await replace(reencrypted)) done.changed++
      else done.left++
    }
  }
  const { users } = await db.system
    .selectFrom('auth.recovery_codes')
    .select((e) => e.fn.count<number>('user_id').distinct().as('users'))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { ...done, withRecoveryCodes: Number(users) }
}

/** Returns the lines that tell an administrator what a run did and what is left. */
export function describeRotation(
  { changed, left, unreadable, withRecoveryCodes }: Reencrypted,
  { appSecretPrevious }: { appSecretPrevious: string | undefined },
): string[] {
  const lines = [`Encrypted ${formatCount(changed, 'secret')} with the new APP_SECRET.`]
  if (left > 0)
    lines.push(
      `${formatCount(left, 'secret still needs', 'secrets still need')} APP_SECRET_PREVIOUS. Run this command again.`,
    )
  if (unreadable > 0)
    lines.push(
      `${formatCount(unreadable, 'secret')} can’t be decrypted with APP_SECRET${appSecretPrevious === undefined ? ', and APP_SECRET_PREVIOUS is not set' : ' or APP_SECRET_PREVIOUS'}. The users must set up their authenticator app or Google sign-in again.`,
    )
  if (left + unreadable === 0) lines.push('No encrypted secret needs APP_SECRET_PREVIOUS anymore.')
  if (appSecretPrevious !== undefined) {
    if (withRecoveryCodes > 0)
      lines.push(
        `${formatCount(withRecoveryCodes, 'user has', 'users have')} unused recovery codes. Codes from before the rotation stop working when you remove APP_SECRET_PREVIOUS: ask people to create new ones.`,
      )
    lines.push(
      'Keep APP_SECRET_PREVIOUS for 30 days after the rotation, so that older sessions, emails and links expire.',
    )
  }
  return lines
}

/**
 * Encrypts old secrets with the new APP_SECRET. Runs every hour, and does nothing unless APP_SECRET_PREVIOUS is set.
 */
export const reencryptOldSecrets: ScheduleDefinition<Platform> = {
  name: 'account.reseal-secrets',
  cron: '11 * * * *',
  async handler(platform) {
    if (platform.env.appSecretPrevious === undefined) return
    const { changed, left, unreadable } = await reencryptSecrets(platform)
    if (changed + left + unreadable > 0)
      platform.log.info({ changed, left, unreadable }, 'secrets encrypted with the new APP_SECRET')
  },
}
