import { sql } from 'kysely'
import { clearFiles } from '../platform/files/clear-files.ts'
import type { JobDefinition, ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { buildExport as build } from './build-export.ts'
import { BUILD_EXPORT, EXPORT_DEAD_MINUTES, type ExportData } from './policy.ts'

/** The job that builds an export. */
export const buildExport: JobDefinition<Platform, ExportData> = { name: BUILD_EXPORT, retries: 6, handler: build }

/**
 * Runs every hour: removes expired exports and failed ones that are more than a week old. Marks exports whose job died
 * as failed, so that another one can be started.
 */
export const sweepExports: ScheduleDefinition<Platform> = {
  name: 'companies.sweep-exports',
  cron: '47 * * * *',
  // Covers all companies. No database role of a company or of staff may see and delete exports of all of them.
  async handler({ db, storage }) {
    await db.system
      .updateTable('exports')
      .set({ state: 'failed', finished_at: sql<string>`now()` })
      .where('state', 'in', ['queued', 'running'])
      .where('updated_at', '<', sql<string>`now() - make_interval(mins => ${EXPORT_DEAD_MINUTES}::int)`)
      .execute()
    await clearFiles({ db, storage }, (tx) =>
      tx
        .deleteFrom('exports')
        .where('id', '=', (of) =>
          of
            .selectFrom('exports')
            .select('id')
            .where((e) =>
              e.or([
                e('expires_at', '<', sql<string>`now()`),
                e.and([e('state', '=', 'failed'), e('created_at', '<', sql<string>`now() - interval '7 days'`)]),
              ]),
            )
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returning('id')
        .executeTakeFirst(),
    )
  },
}
