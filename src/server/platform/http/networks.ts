// Addresses and networks of settings and callers.
import { BlockList, isIP } from 'node:net'

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
 * Returns the network of an address, as text for counting. A /64 network of IPv6 belongs to one customer, so its
 * addresses count as one.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const filled =
    tail === undefined ? groups : [...groups, ...Array(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest]
  return filled
    .slice(0, 4)
    .map((g) => Number.parseInt(g, 16).toString(16))
    .join(':')
}
