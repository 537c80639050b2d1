import { createHmac } from 'node:crypto'
import { deriveKey, secretsOf } from '../../platform/env.ts'
import type { Context } from '../../platform/http/api.ts'
import { DEVICE_SECONDS } from '../policy.ts'
import { readCookie, setSealedCookie } from './cookies.ts'

const COOKIE = 'device'
/** How many accounts a browser remembers, latest first. */
const MOST_ACCOUNTS = 5
const signatures = ({ platform }: Context, email: string) =>
  secretsOf(platform.env).map((secret) =>
    createHmac('sha256', deriveKey(secret, 'known devices')).update(email.toLowerCase()).digest('base64url'),
  ) as [string, ...string[]]
const marksOf = (context: Context) => (readCookie(context, COOKIE) ?? '').split('.').filter((mark) => mark !== '')

/** Sets a cookie that marks the browser as known to this account. It grants no access: see `isKnownDevice`. */
export function rememberDevice(context: Context, email: string): void {
  const [mark] = signatures(context, email)
  const marks = [mark, ...marksOf(context).filter((other) => other !== mark)].slice(0, MOST_ACCOUNTS)
  setSealedCookie(context, COOKIE, marks.join('.'), DEVICE_SECONDS)
}

/**
 * Tells whether the browser has signed in to this account before. Guesses from elsewhere do not lock such a browser
 * out.
 */
export function isKnownDevice(context: Context, email: string): boolean {
  const marks = marksOf(context).slice(0, MOST_ACCOUNTS)
  return signatures(context, email).some((mark) => marks.includes(mark))
}
