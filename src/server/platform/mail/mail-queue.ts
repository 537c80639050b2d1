import type { Handle } from '../database/db.ts'
import type { Secrets } from '../env.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import type { Platform } from '../platform.ts'
import { sealText, unsealText } from '../sign-in/seal.ts'
import type { Mail } from './mail.ts'
import { whyNotMailed } from './mail-permission.ts'

/** The job that sends a queued mail. */
export const SEND = 'platform.send-mail'
const PURPOSE = 'queued mail'
/** The data of the job. `mail` is encrypted. `outward`: it counts toward the hourly limit of the company. */
export type Queued = { companyId: string; mail: string; outward?: true }

/**
 * A mail to queue. `companyId` is the company on whose behalf it is sent. `outward`: it goes to a person without an
 * account, so it waits while the company has reached its hourly limit of such mails.
 */
export type Outgoing = { companyId: string; mail: Mail; outward?: boolean }

/**
 * Queues mails, which are sent only if the caller's transaction commits: one query for the permissions and one for the
 * jobs. They are stored encrypted, since a mail can contain a one-time link. Returns for each whether it was queued,
 * which it is not if the company may not send mail to the address (`whyNotMailed`).
 */
export async function queueMails(
  { jobs, env, log }: Platform,
  db: Handle,
  mails: readonly Outgoing[],
): Promise<boolean[]> {
  const reasons = await whyNotMailed(db, mails)
  const queued: Promise<{ data: Queued; urgent: boolean }>[] = []
  for (const [i, { companyId, mail, outward }] of mails.entries()) {
    const reason = reasons[i]
    if (reason) log.info({ companyId, mail: mail.id.split(/[ /]/, 1)[0], reason }, 'an email was not queued')
    else
      queued.push(
        sealText(env, PURPOSE, JSON.stringify(mail)).then((sealed) => ({
          data: { companyId, mail: sealed, ...(outward ? { outward } : {}) },
          // A person may be waiting for it, such as for a link to reset a password. Many notices of one company must
          // not delay it.
          urgent: mail.basis === 'own-request' || mail.basis === 'invitation',
        })),
      )
  }
  await jobs.sendAll(db, SEND, await Promise.all(queued))
  return reasons.map((reason) => reason === undefined)
}

/** Queues one mail: see `queueMails`. Returns whether it was queued. */
export async function queueMail(
  platform: Platform,
  db: Handle,
  companyId: string,
  mail: Mail,
  { outward = false } = {},
): Promise<boolean> {
  const [queued] = await queueMails(platform, db, [{ companyId, mail, outward }])
  return queued as boolean
}

/** Returns the decrypted mail of a job. Throws when it was encrypted with another APP_SECRET. */
export async function openQueued(secrets: Secrets, queued: Queued): Promise<Mail> {
  const text = await unsealText(secrets, PURPOSE, queued.mail)
  if (!text) throw new Error('A queued email was encrypted with a different APP_SECRET and can’t be sent.')
  return JSON.parse(text) as Mail
}

/**
 * Sends a queued mail. Retries for about a day, with increasing delays. Checks the address again: in the meantime the
 * person may have refused mail, or staff may have withdrawn their approval. Queues the mail again for later when the
 * company has reached its hourly limit.
 */
export const sendQueued: JobDefinition<Platform, Queued> = {
  name: SEND,
  retries: 14,
  async handler({ db, env, mail, log, limits, jobs }, queued, attempt) {
    const opened = await openQueued(env, queued)
    const [reason] = await whyNotMailed(db.system, [{ companyId: queued.companyId, mail: opened }])
    if (reason) {
      log.info({ companyId: queued.companyId, mail: opened.id.split(/[ /]/, 1)[0], reason }, 'an email was not sent')
      return
    }
    const wait = queued.outward ? await limits.outward(queued.companyId, 1) : 0
    if (wait > 0) {
      log.warn({ companyId: queued.companyId, wait }, 'an email is delayed: the company reached its hourly limit')
      await jobs.send<Queued>(db.system, SEND, queued, { after: wait })
      return
    }
    await mail.send(opened, attempt)
  },
}
