import { createHmac } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { parse, serialize } from 'hono/utils/cookie'
import { brand } from '../../../../brand.config.ts'
import { type Secrets, sameSecret } from '../../platform/env.ts'
import type { Context } from '../../platform/http/api.ts'
import { signInKey } from '../../platform/sign-in/auth.ts'

/**
 * Throws FORBIDDEN for a call that another site could have made a browser send: one with a foreign or null Origin, or
 * one with Sec-Fetch-Site but without Origin. A program that sends neither passes, because it carries no browser's
 * cookies.
 */
export function sameOrigin({ platform, header, seen }: Context): void {
  const origin = header('origin')
  if (origin === undefined ? header('sec-fetch-site') === undefined : platform.env.origins.includes(origin)) return
  seen.reason = 'cross_origin'
  throw new ORPCError('FORBIDDEN', { message: 'Call this from a page on this website.' })
}

const signature = (secret: string, value: string) =>
  createHmac('sha256', signInKey(secret)).update(value).digest('base64')

/**
 * Returns the cookie header. Session cookies that were signed with the previous secret are signed with the current one
 * instead, because the sign-in library knows only the current secret. The library sets its cookie again within a day of
 * use.
 */
function resigned({ appSecret, appSecretPrevious }: Secrets, cookies: string): string {
  if (appSecretPrevious === undefined) return cookies
  // Do not match a pattern against the full header: with thousands of spaces that takes seconds.
  const resign = (cookie: string): string => {
    const equals = cookie.indexOf('=')
    const [name, text] = [cookie.slice(0, Math.max(0, equals)), cookie.slice(equals + 1)]
    if (!name.endsWith(`${brand.slug}.session_token`) || !text.includes('.')) return cookie
    let value: string
    try {
      value = decodeURIComponent(text.trim())
    } catch {
      return cookie
    }
    const at = value.lastIndexOf('.')
    const [token, given] = [value.slice(0, at), value.slice(at + 1)]
    if (!sameSecret(signature(appSecretPrevious, token), given)) return cookie
    return `${name}=${encodeURIComponent(`${token}.${signature(appSecret, token)}`)}`
  }
  return cookies.split(';').map(resign).join(';')
}

/** Returns the headers that the sign-in library reads: cookie, user agent and client address. */
export function authHeaders({ platform, header, address }: Context): Headers {
  const headers = new Headers({ 'x-client-address': address })
  for (const name of ['cookie', 'user-agent']) {
    const value = header(name)
    if (value) headers.set(name, name === 'cookie' ? resigned(platform.env, value) : value)
  }
  return headers
}

/** Passes the library's cookies on to the browser. */
export function passCookies({ reply }: Context, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) reply.push(['set-cookie', cookie])
}

const secure = ({ platform }: Pick<Context, 'platform'>) => platform.env.publicUrl.startsWith('https:')
/**
 * Browsers accept a cookie with this prefix only over https, for the path `/`, and without a domain (RFC 6265bis).
 * Therefore no other host of our domain can plant, for example, the nonce of its own sign-up.
 */
const prefixed = (context: Pick<Context, 'platform'>, name: string) =>
  `${secure(context) ? '__Host-' : ''}${brand.slug}.${name}`

/** Sets a cookie that scripts and other hosts cannot read. Zero seconds deletes it. */
export function setSealedCookie(context: Context, name: string, value: string, seconds: number): void {
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax' as const,
    secure: secure(context),
    maxAge: seconds,
  }
  context.reply.push(['set-cookie', serialize(prefixed(context, name), value, options)])
}

/** Returns the value of a cookie that `setSealedCookie` set. */
export function readCookie(context: Pick<Context, 'platform' | 'header'>, name: string): string | undefined {
  const full = prefixed(context, name)
  return parse(context.header('cookie') ?? '', full)[full]
}
