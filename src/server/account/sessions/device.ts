import { createHmac } from 'node:crypto'
import { secretsOf, signingKey } from '../../platform/env.ts'
import type { Context } from '../../platform/http/api.ts'
import { DEVICE_SECONDS } from '../policy.ts'
import { readCookie, setSealedCookie } from './cookies.ts'

const COOKIE = 'device'
/** How many accounts a browser remembers, latest first. */
const MOST_ACCOUNTS = 5

/**
 * Returns the marks of an account, the current one first. They depend on the password, so that a new password or the
 * first verification of the mailbox makes all browsers unknown again.
 */
async function signatures({ platform }: Context, email: string): Promise<[string, ...string[]]> {
  const account = email.toLowerCase()
  const stored = await platform.db.system
    .selectFrom('auth.user as u')
    .innerJoin('auth.account as a', (j) => j.onRef('a.userId', '=', 'u.id').on('a.providerId', '=', 'credential'))
    .select('a.password')
    .where('u.email', '=', account)
    .executeTakeFirst()
  return secretsOf(platform.env).map((secret) =>
    createHmac('sha256', signingKey(secret, 'known devices'))
      .update(`${account} ${stored?.password ?? ''}`)
      .digest('base64url'),
  ) as [string, ...string[]]
}
const marksOf = (context: Context) => (readCookie(context, COOKIE) ?? '').split('.').filter((mark) => mark !== '')

/** Sets a cookie that marks the browser as known to this account. It grants no access: see `isKnownDevice`. */
export async function rememberDevice(context: Context, email: string): Promise<void> {
  const [mark] = await signatures(context, email)
  const marks = [mark, ...marksOf(context).filter((other) => other !== mark)].slice(0, MOST_ACCOUNTS)
  setSealedCookie(context, COOKIE, marks.join('.'), DEVICE_SECONDS)
}

/**
 * Returns whether the browser has signed in to this account since its password was last set. Guesses from elsewhere do
 * not lock such a browser out.
 */
export async function isKnownDevice(context: Context, email: string): Promise<boolean> {
  const marks = marksOf(context).slice(0, MOST_ACCOUNTS)
  return marks.length > 0 && (await signatures(context, email)).some((mark) => marks.includes(mark))
}
