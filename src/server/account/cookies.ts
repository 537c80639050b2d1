import { ORPCError } from '@orpc/server'
import { parse, serialize } from 'hono/utils/cookie'
import { brand } from '../../../brand.config.ts'
import type { Context } from '../platform/api.ts'

/**
 * Refuses a call that another site could have made somebody's browser send: a foreign or null Origin, or a browser
 * (it says so by Sec-Fetch-Site) without one. A program without Origin passes: nobody's cookie rides on its calls.
 */
export function sameOrigin({ platform, header }: Context): void {
  const origin = header('origin')
  if (origin === undefined ? header('sec-fetch-site') === undefined : platform.env.origins.includes(origin)) return
  throw new ORPCError('FORBIDDEN', { message: 'This call has to come from our own pages.' })
}

/** The headers that the sign-in library reads: cookie, device, address. */
export function authHeaders({ header, address }: Context): Headers {
  const headers = new Headers({ 'x-client-address': address })
  for (const name of ['cookie', 'user-agent']) {
    const value = header(name)
    if (value) headers.set(name, value)
  }
  return headers
}

/** Hands the library's cookies on to the browser. */
export function passCookies({ reply }: Context, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) reply.push(['set-cookie', cookie])
}

const secure = ({ platform }: Pick<Context, 'platform'>) => platform.env.publicUrl.startsWith('https:')
/** Under https a browser takes a cookie of this prefix from https only (RFC 6265bis); the library names its own alike. */
const ours = (context: Pick<Context, 'platform'>, name: string) =>
  `${secure(context) ? '__Secure-' : ''}${brand.slug}.${name}`

/** Keeps something in the browser that script cannot read and that travels to the API only. Zero seconds takes it away. */
export function keepCookie(context: Context, name: string, value: string, seconds: number): void {
  const options = {
    path: '/api',
    httpOnly: true,
    sameSite: 'Lax' as const,
    secure: secure(context),
    maxAge: seconds,
  }
  context.reply.push(['set-cookie', serialize(ours(context, name), value, options)])
}

/** What the browser was given to keep under this name. */
export function readCookie(context: Pick<Context, 'platform' | 'header'>, name: string): string | undefined {
  const full = ours(context, name)
  return parse(context.header('cookie') ?? '', full)[full]
}
