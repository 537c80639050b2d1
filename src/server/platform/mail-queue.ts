import type { Db } from './db.ts'
import type { JobDefinition } from './jobs.ts'
import type { Mail } from './mail.ts'
import type { Platform } from './platform.ts'
import { seal, unseal } from './seal.ts'

const SEND = 'platform.send-mail'
const PURPOSE = 'queued mail'
type Queued = { companyId: string; mail: string }

/**
 * Sends a mail when and only when the caller's transaction commits. It waits sealed: a mail may carry a one-time link.
 * `companyId` is the company on whose behalf it goes.
 */
export async function queueMail({ jobs, env }: Platform, db: Db, companyId: string, mail: Mail): Promise<void> {
  await jobs.send<Queued>(db, SEND, { companyId, mail: await seal(env.appSecret, PURPOSE, JSON.stringify(mail)) })
}

/** Sends what was queued. A day of attempts, each later than the one before. */
export const sendQueued: JobDefinition<Platform, Queued> = {
  name: SEND,
  retries: 14,
  async handler({ env, mail }, queued) {
    const text = await unseal(env.appSecret, PURPOSE, queued.mail)
    if (!text) throw new Error('A queued mail was sealed with another APP_SECRET and cannot be sent.')
    await mail.send(JSON.parse(text) as Mail)
  },
}
