import { sql } from 'kysely'
import { DRAFT_DAYS } from '../files/index.ts'
import { clearFiles } from '../platform/files/clear-files.ts'
import type { JobDefinition, ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { SLA_CHANGED, type SlaChangedData } from '../sla/index.ts'
import { closeQuiet } from './close-quiet.ts'
import { EXPIRE_ESTIMATE, type ExpireData, expireEstimate } from './estimates/expire-estimate.ts'
import { processMail } from './mail/process-mail.ts'
import { type MailJob, PROCESS_MAIL } from './mail/receive-mail.ts'
import { CLOSE_QUIET, type QuietData } from './policy.ts'
import { checkClocks, recalculateSla } from './sla/check-clocks.ts'

/** Closes tickets that stay resolved. */
export const closeQuietTicket: JobDefinition<Platform, QuietData> = { name: CLOSE_QUIET, handler: closeQuiet }
/** Expires estimates that were not decided in time. */
export const endEstimate: JobDefinition<Platform, ExpireData> = { name: EXPIRE_ESTIMATE, handler: expireEstimate }

/** Deletes old presence heartbeats, and bulk changes that can no longer be undone. Runs every hour. */
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

/**
 * Deletes drafts that have not been changed for `DRAFT_DAYS`. Their copy in a browser is forgotten earlier (`KEPT_MS` in
 * the portal). Runs every night.
 */
export const sweepDrafts: ScheduleDefinition<Platform> = {
  name: 'tickets.sweep-drafts',
  cron: '27 3 * * *',
  async handler({ db: { system } }) {
    await system
      .deleteFrom('ticket_drafts')
      .where('updated_at', '<', sql<string>`now() - make_interval(days => ${DRAFT_DAYS}::int)`)
      .execute()
  },
}

/** Recalculates the targets of open tickets when the service levels have changed. */
export const followSla: JobDefinition<Platform, SlaChangedData> = {
  name: SLA_CHANGED,
  async handler(platform) {
    await recalculateSla(platform)
  },
}

/**
 * Sends warnings that are due, and recalculates targets that were never calculated or are out of date. Runs every
 * minute.
 */
export const watchClocks: ScheduleDefinition<Platform> = {
  name: 'tickets.sla',
  cron: '* * * * *',
  async handler(platform) {
    await checkClocks(platform)
  },
}

/** Processes incoming mail. Retries for about a day, so that no mail is lost while the database is unavailable. */
export const processInbound: JobDefinition<Platform, MailJob> = {
  name: PROCESS_MAIL,
  retries: 14,
  handler: processMail,
}

/**
 * Deletes the content of processed incoming mails 30 days after they arrived, and their records after 180 days. Runs
 * every night.
 */
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

/** Adds the words of new texts to the dictionary that corrects typing errors. Runs every minute. */
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
