import { sql } from 'kysely'
import type { JobDefinition, ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { importWork } from './imports/import-work.ts'
import { RUN_IMPORT, type RunImportData } from './policy.ts'

/** Runs an import that a user started. */
export const runContactImport: JobDefinition<Platform, RunImportData> = { name: RUN_IMPORT, handler: importWork }

// Both schedules handle the imports of all companies, so they bypass the row-level security policies.

/**
 * Resumes imports that made no progress for a minute. Marks imports as failed that started over an hour ago and made no
 * progress for ten minutes.
 */
export const resumeImports: ScheduleDefinition<Platform> = {
  name: 'contacts.resume-imports',
  cron: '* * * * *',
  async handler({ db, jobs }) {
    await db.system.transaction().execute(async (tx) => {
      await tx
        .updateTable('contact_imports')
        .set({ state: 'failed', finished_at: sql<string>`now()` })
        .where('state', '=', 'running')
        .where('started_at', '<', sql<string>`now() - interval '1 hour'`)
        .where('progressed_at', '<', sql<string>`now() - interval '10 minutes'`)
        .execute()
      const stuck = await tx
        .updateTable('contact_imports')
        .set({ resumed_at: sql<string>`now()` })
        .where('state', '=', 'running')
        .where('progressed_at', '<', sql<string>`now() - interval '1 minute'`)
        .where(sql<boolean>`coalesce(resumed_at, progressed_at) < now() - interval '1 minute'`)
        .returning(['company_id', 'id'])
        .execute()
      for (const { company_id, id } of stuck)
        await jobs.send<RunImportData>(tx, RUN_IMPORT, { companyId: company_id, importId: id })
    })
  },
}

/**
 * Removes uploaded files that were not imported within an hour, and the rows of an import that are left a week after it
 * ended.
 */
export const sweepImports: ScheduleDefinition<Platform> = {
  name: 'contacts.sweep-imports',
  cron: '*/15 * * * *',
  async handler({ db }) {
    await db.system
      .deleteFrom('contact_imports')
      .where('state', '=', 'uploaded')
      .where('created_at', '<', sql<string>`now() - interval '1 hour'`)
      .execute()
    await db.system
      .deleteFrom('contact_import_rows as r')
      .using('contact_imports as t')
      .whereRef('t.company_id', '=', 'r.company_id')
      .whereRef('t.id', '=', 'r.import_id')
      .where('t.state', 'in', ['done', 'failed', 'undone'])
      .where('t.finished_at', '<', sql<string>`now() - interval '7 days'`)
      .execute()
  },
}
