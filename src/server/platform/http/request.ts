import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { isTrusted, plainAddress } from './networks.ts'
import type { Seen } from './refusals.ts'

/**
 * Returns the address in one entry of X-Forwarded-For, without the port and brackets that some proxies write; undefined
 * when it is not an address.
 */
function forwardedAddress(entry: string): string | undefined {
  const text = entry.trim()
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? []
  const address = plainAddress(bracketed ?? withPort ?? text)
  return isIP(address) ? address : undefined
}

/**
 * Returns the address of the caller: that of the socket, or behind trusted proxies the last one that is not a proxy.
 * Entries before one that is not an address may come from the caller, so they are ignored.
 */
function addressOf(socket: string, forwarded: string | undefined, proxies: string[]): string {
  let address = plainAddress(socket)
  // A reset connection has no address anymore. Do not use the sender's own header instead.
  if (!isIP(address)) return ''
  const entries = (forwarded ?? '').split(',')
  while (isTrusted(proxies, address)) {
    const before = forwardedAddress(entries.pop() ?? '')
    if (before === undefined) break
    address = before
  }
  return address
}

/** Returns what is known about a request before its body is read. Reads headers from Node: Hono would copy them all. */
export function readRequestFacts(c: Context, env: Pick<Env, 'trustedProxies'>) {
  const node = c.env as { incoming?: IncomingMessage; outgoing?: ServerResponse } | undefined
  const headers: IncomingHttpHeaders | undefined = node?.incoming?.headers
  const header = (name: string): string | undefined =>
    headers ? (headers[name] as string | undefined) : c.req.header(name)
  const socket = node?.incoming?.socket?.remoteAddress ?? ''
  const seen: Seen = {}
  return {
    requestId: randomUUID(),
    method: c.req.method,
    path: c.req.path,
    /** Filled in while the request is handled, for the log of refusals. */
    seen,
    header,
    socket: plainAddress(socket),
    address: addressOf(socket, header('x-forwarded-for'), env.trustedProxies),
    /** Returns a signal that aborts when the client disconnects before the response is complete. */
    onGone(): AbortSignal {
      const gone = new AbortController()
      const out = node?.outgoing
      out?.once('close', () => {
        if (!out.writableFinished) gone.abort()
      })
      return gone.signal
    },
  }
}
