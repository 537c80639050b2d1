import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import type { Env } from './env.ts'

const lists = new Map<string, BlockList>()
function trusted(proxies: string[], address: string): boolean {
  if (proxies.length === 0) return false
  const key = proxies.join()
  let list = lists.get(key)
  if (!list) {
    list = new BlockList()
    for (const proxy of proxies) {
      const [ip = '', bits] = proxy.split('/')
      const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
      if (bits) list.addSubnet(ip, Number(bits), family)
      else list.addAddress(ip, family)
    }
    lists.set(key, list)
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
const plain = (address: string) => address.replace(/^::ffff:/, '')

/** The caller's address: the socket's, or what trusted proxies say of who came to them (the last one that is no proxy). */
function addressOf(socket: string, forwarded: string | undefined, proxies: string[]): string {
  const chain = [...(forwarded ?? '').split(',').map((s) => plain(s.trim())), plain(socket)].filter((a) => isIP(a))
  for (let i = chain.length - 1; i > 0; i--) {
    if (!trusted(proxies, chain[i] as string)) return chain[i] as string
  }
  return chain[0] ?? plain(socket)
}

/** What is known of a request before anything is read of it. Headers come straight from node: Hono would copy them all first. */
export function incoming(c: Context, env: Pick<Env, 'trustedProxies'>) {
  const node = c.env as { incoming?: IncomingMessage; outgoing?: ServerResponse } | undefined
  const headers: IncomingHttpHeaders | undefined = node?.incoming?.headers
  const header = (name: string): string | undefined =>
    headers ? (headers[name] as string | undefined) : c.req.header(name)
  const socket = node?.incoming?.socket?.remoteAddress ?? ''
  return {
    requestId: randomUUID(),
    header,
    socket: plain(socket),
    address: addressOf(socket, header('x-forwarded-for'), env.trustedProxies),
    /** Aborted when the client goes away before the answer is through. */
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
