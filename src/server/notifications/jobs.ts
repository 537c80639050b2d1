import { sql } from 'kysely'
import {
  catchUp,
  type FeedHandler,
  followFeed,
  RETRY_EVENT,
  type RetryEvent,
  retryEvent,
} from '../platform/events/feed.ts'
import type { JobDefinition, ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { deliverEvent } from './deliver.ts'
import { sendDigests } from './digest.ts'
import { KEEP_DAYS } from './policy.ts'

const eventHandler =
  (platform: Platform): FeedHandler =>
  (db, event) =>
    deliverEvent(platform, db, event)

/** Notifies people of events as they happen, until `close` is called. Runs in the process that runs jobs. */
export const runNotifiers = (platform: Platform): { close(): Promise<void> } =>
  followFeed(platform, new Set(platform.notifiers.map((t) => t.topic)), eventHandler(platform))

/** Catches up on events that the live reader missed. Runs every minute. */
export const notifyOfEvents: ScheduleDefinition<Platform> = {
  name: 'notifications.tell',
  cron: '* * * * *',
  countsCrashes: true,
  handler: (platform) => catchUp(platform, eventHandler(platform)),
}

/**
 * Retries an event that was put on hold, because staff requested it. The event reader handles it, not this job, so that
 * the job itself is not put on hold when the event ends the process again.
 */
export const retrySetAside: JobDefinition<Platform, RetryEvent> = {
  name: RETRY_EVENT,
  handler: retryEvent,
}

/**
 * Sends the summary mails whose hour has begun. Runs every five minutes, because some zones have offsets of half or
 * quarter hours.
 */
export const mailDigests: ScheduleDefinition<Platform> = {
  name: 'notifications.digest',
  cron: '*/5 * * * *',
  handler: (platform) => sendDigests(platform),
}

/** Deletes notifications older than 90 days, so that the list stays fast. Runs nightly. */
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
