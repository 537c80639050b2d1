import type { Platform } from '../platform/platform.ts'
import { smtpIn } from '../platform/smtp-in.ts'
import { isOurs, MAIL_MAX_BYTES, receiveMail } from './receive-mail.ts'

/** Opens the SMTP door if one is set; gives how to close it. Rejects, in words, when its port is taken. */
export async function listenForMail(platform: Platform): Promise<{ port: number; close(): Promise<void> } | undefined> {
  const { env, log } = platform
  if (!env.inbound?.smtp) return undefined
  return smtpIn({
    ...env.inbound.smtp,
    name: env.inbound.domain,
    maxBytes: MAIL_MAX_BYTES,
    accepts: (address) => isOurs(env, address),
    receive: (mail) => receiveMail(platform, { door: 'smtp', ...mail }),
    log,
  })
}
