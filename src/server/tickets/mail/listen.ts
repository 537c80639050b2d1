import { randomUUID } from 'node:crypto'
import type { Env } from '../../platform/env.ts'
import { isLoopback, isTrusted, plainAddress } from '../../platform/http/networks.ts'
import { smtpIn } from '../../platform/mail/smtp-in.ts'
import type { Platform } from '../../platform/platform.ts'
import { isOurs, MAIL_MAX_BYTES, receiveMail } from './receive-mail.ts'

/**
 * Returns whether the SMTP listener accepts connections from an address. When the results of a mail server are trusted,
 * only this machine and the trusted proxies may deliver: anyone else could write such a result into their own mail.
 */
export function mayDeliver({ inbound, trustedProxies }: Pick<Env, 'inbound' | 'trustedProxies'>, address: string) {
  const plain = plainAddress(address)
  return inbound?.authServer === undefined || isLoopback(plain) || isTrusted(trustedProxies, plain)
}

/**
 * Starts the SMTP server if one is configured, and returns its port and how to close it. Rejects with a readable
 * message when the port is in use.
 */
export async function listenForMail(platform: Platform): Promise<{ port: number; close(): Promise<void> } | undefined> {
  const { env, limits, log, refusals } = platform
  if (!env.inbound?.smtp) return undefined
  return smtpIn({
    ...env.inbound.smtp,
    name: env.inbound.domain,
    maxBytes: MAIL_MAX_BYTES,
    mayConnect: (address) => {
      if (mayDeliver(env, address)) return true
      const asked = { requestId: randomUUID(), address: plainAddress(address), method: 'SMTP', path: '' }
      refusals.note({ ...asked, seen: { reason: 'unknown_mail_server' } }, 554, 'UNKNOWN_MAIL_SERVER')
      return false
    },
    accepts: (address) => isOurs(env, address),
    // A mail server in front of the product sends the mail of everyone, so it is not limited.
    admits: async (remote) => {
      const address = plainAddress(remote)
      return isTrusted(env.trustedProxies, address) || limits.inboundMail(address)
    },
    receive: (mail) => receiveMail(platform, { door: 'smtp', ...mail }),
    log,
  })
}
