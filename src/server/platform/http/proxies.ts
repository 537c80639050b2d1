import type { Log } from '../observability/log.ts'
import { isTrusted } from './networks.ts'
import type { readRequestFacts } from './request.ts'

const HOUR_MS = 3_600_000

/**
 * Detects a proxy that is not in TRUSTED_PROXIES: all its visitors would share one rate limit and one logged address.
 */
export function watchProxies(proxies: string[], log: Log) {
  let seen: { at: number; peer: string } | undefined
  let loggedAt = Number.NEGATIVE_INFINITY
  const sentence = (peer: string) =>
    `${peer} sends X-Forwarded-For but is not in TRUSTED_PROXIES. If it is your proxy, set TRUSTED_PROXIES=${peer}; until then, all its visitors count as one address.`
  return {
    /** Checks one request. Logs at most one line an hour. */
    look({ socket, header }: Pick<ReturnType<typeof readRequestFacts>, 'socket' | 'header'>): void {
      if (header('x-forwarded-for') === undefined && header('forwarded') === undefined) return
      if (socket === '' || isTrusted(proxies, socket)) return
      const at = Date.now()
      seen = { at, peer: socket }
      if (at - loggedAt < HOUR_MS) return
      loggedAt = at
      log.warn({ peer: socket }, sentence(socket))
    },
    /**
     * Returns a warning with the setting to change if such a request came within the last hour; undefined otherwise.
     */
    warning: (): string | undefined => (seen && Date.now() - seen.at < HOUR_MS ? sentence(seen.peer) : undefined),
  }
}
