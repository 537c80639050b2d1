import { createHmac } from 'node:crypto'
import { contract } from '../../contract/index.ts'
import { sameSecret, secretsOf, signingKey } from '../platform/env.ts'
import { action } from '../platform/http/action.ts'
import type { Platform } from '../platform/platform.ts'

/** A form that comes back faster than this was filled by a bot. */
const QUICKEST_MS = 2_000
/** A form that was open longer than this has expired. */
const OLDEST_MS = 24 * 60 * 60 * 1000

const sign = (secret: string, at: string) =>
  createHmac('sha256', signingKey(secret, 'forms')).update(at).digest('base64url')

/** Returns a signed token that contains the time at which a form was shown. */
export function makeFormToken(platform: Pick<Platform, 'env'>, now = Date.now()): string {
  const at = now.toString(36)
  return `${at}.${sign(platform.env.appSecret, at)}`
}

/** Returns `robot` for a token that we did not sign or that came back too soon, `old` for an expired one, or `good`. */
export function checkFormToken(
  platform: Pick<Platform, 'env'>,
  token: string,
  now = Date.now(),
): 'good' | 'robot' | 'old' {
  const [at = '', signature = ''] = token.split('.')
  if (!secretsOf(platform.env).some((secret) => sameSecret(sign(secret, at), signature))) return 'robot'
  const age = now - Number.parseInt(at, 36)
  return age < QUICKEST_MS ? 'robot' : age > OLDEST_MS ? 'old' : 'good'
}

/** Returns a new token for a public form. */
export const formToken = action(contract.leads.formToken, ({ platform }) => ({ token: makeFormToken(platform) }))
