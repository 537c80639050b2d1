import { createHmac, timingSafeEqual } from 'node:crypto'
import { derive } from '../platform/env.ts'
import type { Platform } from '../platform/platform.ts'

/** Nobody reads and fills a form faster than this … */
const QUICKEST_MS = 2_000
/** … or leaves it open longer than this. */
const OLDEST_MS = 24 * 60 * 60 * 1000

const sign = ({ env }: Pick<Platform, 'env'>, at: string) =>
  createHmac('sha256', derive(env.appSecret, 'forms')).update(at).digest('base64url')

/** Says, signed, when a form was shown: what comes back much too soon was not filled by a person. */
export function makeFormToken(platform: Pick<Platform, 'env'>, now = Date.now()): string {
  const at = now.toString(36)
  return `${at}.${sign(platform, at)}`
}

/** `robot` for a token that is not ours or came back at once, `old` for one that waited too long. */
export function judgeFormToken(
  platform: Pick<Platform, 'env'>,
  token: string,
  now = Date.now(),
): 'good' | 'robot' | 'old' {
  const [at = '', signature = ''] = token.split('.')
  const own = Buffer.from(sign(platform, at))
  const given = Buffer.from(signature)
  if (own.length !== given.length || !timingSafeEqual(own, given)) return 'robot'
  const age = now - Number.parseInt(at, 36)
  return age < QUICKEST_MS ? 'robot' : age > OLDEST_MS ? 'old' : 'good'
}
