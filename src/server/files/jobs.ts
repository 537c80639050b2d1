import { sql } from 'kysely'
import { clearFiles } from '../platform/files/clear-files.ts'
import type { ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'

/** Removes unclaimed files a day after their upload, or when their draft is gone. Runs every hour. */
export const sweepUnclaimed: ScheduleDefinition<Platform> = {
  name: 'files.sweep-unclaimed',
  cron: '17 * * * *',
  handler: (platform) =>
    clearFiles(platform, (tx) =>
      tx
        .deleteFrom('files')
        .where('id', '=', (e) =>
          e
            .selectFrom('files')
            .select('id')
            .where('state', '=', 'unclaimed')
            .where('created_at', '<', sql<string>`now() - interval '1 day'`)
            // Files in a draft are kept as long as the draft.
            .where((w) => w.or([w('kept_until', 'is', null), w('kept_until', '<', sql<string>`now()`)]))
            .orderBy('created_at')
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returning('id')
        .executeTakeFirst(),
    ),
}
