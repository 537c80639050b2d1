import type { ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { reencryptText } from '../platform/sign-in/seal.ts'
import { APP_PURPOSE } from './factors/codes.ts'
import { GOOGLE_PURPOSE } from './google/exchange.ts'

/** The result of one run. */
export type Resealed = {
  /** Number of secrets that were encrypted again. */
  changed: number
  /** Number of secrets that no key can decrypt. Their owners have to set them up again. */
  unreadable: number
}

/**
 * Encrypts with APP_SECRET the long-lived secrets that were encrypted with APP_SECRET_PREVIOUS: secrets of
 * authenticator apps and Google tokens. Safe to run again.
 */
export async function reencryptSecrets({ db, env }: Pick<Platform, 'db' | 'env'>): Promise<Resealed> {
  const done: Resealed = { changed: 0, unreadable: 0 }
  const again = async (purpose: string, sealed: string, keep: (text: string) => Promise<unknown>) => {
    const text = await reencryptText(env, purpose, sealed)
    if (text === undefined) done.unreadable++
    else if (text !== sealed) {
      await keep(text)
      done.changed++
    }
  }
  const { system } = db
  for (const { id, secret } of await system.selectFrom('auth.factors').select(['id', 'secret']).execute())
    await again(APP_PURPOSE, secret, (text) =>
      // Only if it is unchanged: the user may be setting up another app at the same time.
      system
        .updateTable('auth.factors')
        .set({ secret: text })
        .where('id', '=', id)
        .where('secret', '=', secret)
        .execute(),
    )
  const accounts = await system
    .selectFrom('auth.account')
    .select(['id', 'refreshToken'])
    .where('providerId', '=', 'google')
    .where('refreshToken', 'is not', null)
    .execute()
  for (const { id, refreshToken } of accounts) {
    const sealed = refreshToken as string
    await again(GOOGLE_PURPOSE, sealed, (text) =>
      system
        .updateTable('auth.account')
        // Leave `updatedAt` unchanged: users see it as the last use.
        .set({ refreshToken: text })
        .where('id', '=', id)
        .where('refreshToken', '=', sealed)
        .execute(),
    )
  }
  return done
}

/** Runs every hour, and does nothing unless APP_SECRET_PREVIOUS is set. */
export const reencryptOldSecrets: ScheduleDefinition<Platform> = {
  name: 'account.reseal-secrets',
  cron: '11 * * * *',
  async handler(platform) {
    if (platform.env.appSecretPrevious === undefined) return
    const { changed, unreadable } = await reencryptSecrets(platform)
    if (changed > 0 || unreadable > 0)
      platform.log.info({ changed, unreadable }, 'secrets encrypted with the new APP_SECRET')
  },
}
