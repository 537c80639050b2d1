import { sql } from 'kysely'
import { catchUp, type FeedHandler, followFeed } from '../platform/feed.ts'
import type { ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { deliver } from './deliver.ts'
import { sendDigests } from './digest.ts'
import { KEEP_DAYS } from './policy.ts'

const telling =
  (platform: Platform): FeedHandler =>
  (db, event) =>
    deliver(platform, db, event)

/** Tells people of what happens, from now on until closed. Runs where jobs run. */
export const followEvents = (platform: Platform): { close(): Promise<void> } =>
  followFeed(platform, new Set(platform.tellers.map((t) => t.topic)), telling(platform))

/** The net below: whatever nobody was woken for is told of within a minute. */
export const tellOfEvents: ScheduleDefinition<Platform> = {
  name: 'notifications.tell',
  cron: '* * * * *',
  handler: (platform) => catchUp(platform, telling(platform)),
}

/** Daily mails, for everybody at the own hour; zones with halves and quarters of an hour among them. */
export const mailDigests: ScheduleDefinition<Platform> = {
  name: 'notifications.digest',
  cron: '*/5 * * * *',
  handler: (platform) => sendDigests(platform),
}

/** Forgets what is old: nobody reads three months back, and the bell must stay quick. */
export const sweepNotifications: ScheduleDefinition<Platform> = {
  name: 'notifications.sweep',
  cron: '52 3 * * *',
  async handler({ db }) {
    await db.system
      .deleteFrom('notifications')
      .where('created_at', '<', sql<string>`now() - make_interval(days => ${sql.lit(KEEP_DAYS)})`)
      .execute()
  },
}
