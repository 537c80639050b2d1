import type { Handle } from './db.ts'
import type { Env } from './env.ts'
import type { JobDefinition } from './jobs.ts'
import type { Mail } from './mail.ts'
import type { Platform } from './platform.ts'
import { seal, unseal } from './seal.ts'

/** The job that sends a queued mail. */
export const SEND = 'platform.send-mail'
const PURPOSE = 'queued mail'
/** What the job is told. */
export type Queued = { companyId: string; mail: string }

/**
 * Sends a mail when and only when the caller's transaction commits. It waits sealed: a mail may carry a one-time link.
 * `companyId` is the company on whose behalf it goes.
 */
export async function queueMail({ jobs, env }: Platform, db: Handle, companyId: string, mail: Mail): Promise<void> {
  await jobs.send<Queued>(db, SEND, { companyId, mail: await seal(env.appSecret, PURPOSE, JSON.stringify(mail)) })
}

/** The mail in a job. Throws when it was sealed with another APP_SECRET. */
export async function openQueued({ appSecret }: Pick<Env, 'appSecret'>, queued: Queued): Promise<Mail> {
  const text = await unseal(appSecret, PURPOSE, queued.mail)
  if (!text) throw new Error('A queued mail was sealed with another APP_SECRET and cannot be sent.')
  return JSON.parse(text) as Mail
}

/** Sends what was queued. A day of attempts, each later than the one before. */
export const sendQueued: JobDefinition<Platform, Queued> = {
  name: SEND,
  retries: 14,
  handler: async ({ env, mail }, queued) => mail.send(await openQueued(env, queued)),
}
