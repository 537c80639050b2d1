import { sql } from 'kysely'
import { clearFiles } from '../platform/clear-files.ts'
import type { JobDefinition, ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { SLA_CHANGED, type SlaChangedData } from '../sla/index.ts'
import { checkClocks, reckonAgain } from './check-clocks.ts'
import { closeQuiet } from './close-quiet.ts'
import { EXPIRE_ESTIMATE, type ExpireData, expireEstimate } from './expire-estimate.ts'
import { CLOSE_QUIET, type QuietData } from './policy.ts'
import { TAKE, type TakeData } from './receive-mail.ts'
import { takeMail } from './take-mail.ts'

export const closeQuietTicket: JobDefinition<Platform, QuietData> = { name: CLOSE_QUIET, handler: closeQuiet }
export const endEstimate: JobDefinition<Platform, ExpireData> = { name: EXPIRE_ESTIMATE, handler: expireEstimate }

/** Forgets who was where, and bulk changes that nobody takes back any more. */
export const sweepQueue: ScheduleDefinition<Platform> = {
  name: 'tickets.sweep-queue',
  cron: '47 * * * *',
  async handler({ db: { system } }) {
    await system
      .deleteFrom('ticket_presence')
      .where('seen_at', '<', sql<string>`now() - interval '5 minutes'`)
      .execute()
    await system.deleteFrom('ticket_undos').where('created_at', '<', sql<string>`now() - interval '1 day'`).execute()
  },
}

/** Forgets drafts that nobody has touched for 90 days. */
export const sweepDrafts: ScheduleDefinition<Platform> = {
  name: 'tickets.sweep-drafts',
  cron: '27 3 * * *',
  async handler({ db: { system } }) {
    await system.deleteFrom('ticket_drafts').where('updated_at', '<', sql<string>`now() - interval '90 days'`).execute()
  },
}

/** What is promised has changed: the clocks of open tickets follow. */
export const followSla: JobDefinition<Platform, SlaChangedData> = {
  name: SLA_CHANGED,
  async handler(platform) {
    await reckonAgain(platform)
  },
}

/** Every minute: warnings that have come due, and what was not reckoned yet or with what holds no more. */
export const watchClocks: ScheduleDefinition<Platform> = {
  name: 'tickets.sla',
  cron: '* * * * *',
  async handler(platform) {
    await checkClocks(platform)
  },
}

/** Decides about incoming mail. A day of attempts: what came in is never lost to a database that is away. */
export const takeInbound: JobDefinition<Platform, TakeData> = { name: TAKE, retries: 14, handler: takeMail }

/** Removes incoming mails 30 days after they came, and what is known of them half a year after. */
export const sweepInbound: ScheduleDefinition<Platform> = {
  name: 'tickets.sweep-inbound',
  cron: '7 4 * * *',
  async handler({ db, storage }) {
    await clearFiles({ db, storage }, (tx) =>
      tx
        .updateTable('inbound_mails')
        .set({ kept_until: null })
        .where('id', '=', (e) =>
          e
            .selectFrom('inbound_mails')
            .select('id')
            .where('kept_until', '<', sql<string>`now()`)
            .where('state', '<>', 'waiting')
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returning('id')
        .executeTakeFirst(),
    )
    await db.system
      .deleteFrom('inbound_mails')
      .where('received_at', '<', sql<string>`now() - interval '180 days'`)
      .where('kept_until', 'is', null)
      .execute()
  },
}

/** Every minute: the words of new texts go into the dictionary that mends typing errors. */
export const learnWords: ScheduleDefinition<Platform> = {
  name: 'tickets.learn-words',
  cron: '* * * * *',
  async handler({ db: { system } }) {
    for (let taken = 200; taken === 200; ) {
      const { rows } = await sql<{ taken: number }>`select learn_words(200) as taken`.execute(system)
      taken = rows[0]?.taken ?? 0
    }
  },
}
