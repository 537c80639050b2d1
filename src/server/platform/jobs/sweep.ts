import { sql } from 'kysely'
import type { Platform } from '../platform.ts'
import type { ScheduleDefinition } from './jobs.ts'

/** Deletes old idempotency keys, revocations, rate limit counters, events and failures of events. Runs every hour. */
export const sweepPlatformTables: ScheduleDefinition<Platform> = {
  name: 'platform.sweep',
  cron: '37 * * * *',
  async handler({ db: { system } }) {
    await system
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', sql<string>`now() - interval '2 days'`)
      .execute()
    await system
      .deleteFrom('auth.revocations')
      .where('created_at', '<', sql<string>`now() - interval '1 hour'`)
      .execute()
    await system
      .deleteFrom('auth.rate_limits')
      .where('expire', '<', sql<number>`extract(epoch from now()) * 1000`)
      .execute()
    // Open pages resume their event stream from these events, but not after a month. Keep events that the reader has
    // not processed or will retry. Events restored from another cluster count as processed.
    await system
      .deleteFrom('events as e')
      .where('e.created_at', '<', sql<string>`now() - interval '30 days'`)
      .where(
        sql<boolean>`(e.user_id is not null or (e.tx, e.id) <= (select tx, event_id from feed.cursor) or e.tx > pg_snapshot_xmax(pg_current_snapshot()))`,
      )
      .where(sql<boolean>`not exists (select from feed.failures f where f.event_id = e.id and f.next_at is not null)`)
      .execute()
    await system
      .deleteFrom('feed.failures')
      .where('failed_at', '<', sql<string>`now() - interval '90 days'`)
      .where('next_at', 'is', null)
      .execute()
  },
}
