import { isTrusted } from '../../platform/http/request.ts'
import { smtpIn } from '../../platform/mail/smtp-in.ts'
import type { Platform } from '../../platform/platform.ts'
import { isOurs, MAIL_MAX_BYTES, receiveMail } from './receive-mail.ts'

/**
 * Starts the SMTP server if one is configured, and returns its port and how to close it. Rejects with a readable
 * message when the port is in use.
 */
export async function listenForMail(platform: Platform): Promise<{ port: number; close(): Promise<void> } | undefined> {
  const { env, limits, log } = platform
  if (!env.inbound?.smtp) return undefined
  return smtpIn({
    ...env.inbound.smtp,
    name: env.inbound.domain,
    maxBytes: MAIL_MAX_BYTES,
    accepts: (address) => isOurs(env, address),
    // A mail server in front of the product sends the mail of everyone, so it is not limited.
    admits: async (remote) => {
      const address = remote.replace(/^::ffff:/, '')
      return isTrusted(env.trustedProxies, address) || limits.inboundMail(address)
    },
    receive: (mail) => receiveMail(platform, { door: 'smtp', ...mail }),
    log,
  })
}
