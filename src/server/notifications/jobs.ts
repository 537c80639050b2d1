import { sql } from 'kysely'
import { catchUp, type FeedHandler, followFeed } from '../platform/events/feed.ts'
import type { ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { deliverEvent } from './deliver.ts'
import { sendDigests } from './digest.ts'
import { KEEP_DAYS } from './policy.ts'

const telling =
  (platform: Platform): FeedHandler =>
  (db, event) =>
    deliverEvent(platform, db, event)

/** Notifies people of events as they happen, until closed. Runs in the process that runs jobs. */
export const followEvents = (platform: Platform): { close(): Promise<void> } =>
  followFeed(platform, new Set(platform.notifiers.map((t) => t.topic)), telling(platform))

/** Every minute: catches up on events that the live reader missed. */
export const notifyOfEvents: ScheduleDefinition<Platform> = {
  name: 'notifications.tell',
  cron: '* * * * *',
  handler: (platform) => catchUp(platform, telling(platform)),
}

/**
 * Every five minutes, because some zones have offsets of half or quarter hours: sends the daily mails whose hour has
 * begun.
 */
export const mailDigests: ScheduleDefinition<Platform> = {
  name: 'notifications.digest',
  cron: '*/5 * * * *',
  handler: (platform) => sendDigests(platform),
}

/** Deletes old notifications, so that the list stays fast. Nobody reads further back than three months. */
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
