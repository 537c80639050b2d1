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

const ours = (name: string) => `${brand.slug}.${name}`

/** Keeps something in the browser that script cannot read and that travels to the API only. Zero seconds takes it away. */
export function keepCookie({ platform, reply }: Context, name: string, value: string, seconds: number): void {
  const options = {
    path: '/api',
    httpOnly: true,
    sameSite: 'Lax' as const,
    secure: platform.env.publicUrl.startsWith('https:'),
    maxAge: seconds,
  }
  reply.push(['set-cookie', serialize(ours(name), value, options)])
}

/** What the browser was given to keep under this name. */
export const readCookie = ({ header }: Context, name: string): string | undefined =>
  parse(header('cookie') ?? '', ours(name))[ours(name)]
