import { sql } from 'kysely'
import { clearFiles } from '../platform/clear-files.ts'
import type { ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'

/** Removes files that were uploaded and never sent, a day after; those in a draft a month after its last save. */
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
            // Those in a draft wait as long as the draft may.
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
