import { sql } from 'kysely'
import type { JobDefinition, ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { buildExport as build } from './build-export.ts'
import { clearExports } from './clear-exports.ts'
import { BUILD_EXPORT, EXPORT_DEAD_MINUTES, type ExportData } from './policy.ts'

/** The job that builds an export. */
export const buildExportJob: JobDefinition<Platform, ExportData> = { name: BUILD_EXPORT, retries: 6, handler: build }

/**
 * Removes exports as `clearExports` says, and marks exports whose job died as failed, so that another one can be
 * started. Runs every hour.
 */
export const sweepExports: ScheduleDefinition<Platform> = {
  name: 'companies.sweep-exports',
  cron: '47 * * * *',
  async handler(platform) {
    await platform.db.system
      .updateTable('exports')
      .set({ state: 'failed', finished_at: sql<string>`now()` })
      .where('state', 'in', ['queued', 'running'])
      .where('updated_at', '<', sql<string>`now() - make_interval(mins => ${EXPORT_DEAD_MINUTES}::int)`)
      .execute()
    await clearExports(platform)
  },
}
