import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import type { Seen } from './refusals.ts'

/** Returns the address of a setting such as `10.0.0.0/8` or `[::1]`, and what follows its slash, if anything does. */
export function splitNetwork(text: string): [address: string, bits: string | undefined] {
  const slash = text.indexOf('/')
  const address = (slash < 0 ? text : text.slice(0, slash)).replace(/^\[(.*)\]$/, '$1')
  return [address, slash < 0 ? undefined : text.slice(slash + 1)]
}

const lists = new Map<string, BlockList>()
/** Returns whether an address is one of the proxies, which are addresses or networks. */
export function isTrusted(proxies: string[], address: string): boolean {
  if (proxies.length === 0) return false
  const key = proxies.join()
  let list = lists.get(key)
  if (!list) {
    list = new BlockList()
    for (const proxy of proxies) {
      const [ip, bits] = splitNetwork(proxy)
      const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
      if (bits) list.addSubnet(ip, Number(bits), family)
      else list.addAddress(ip, family)
    }
    lists.set(key, list)
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
/** Returns an IPv4 address without the prefix that it has on a socket that also takes IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:/i, '')
/** Returns whether an address is one of this machine's loopback addresses. */
export const isLoopback = (address: string): boolean => /^(127\.|::1$)/.test(plainAddress(address))

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
  // A reset connection has no address any more. Do not use the sender's own header instead.
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
