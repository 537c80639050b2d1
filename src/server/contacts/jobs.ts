import { sql } from 'kysely'
import type { JobDefinition, ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { importWork } from './import-work.ts'
import { RUN_IMPORT, type RunImportData } from './policy.ts'

/** Imports a file that somebody started. */
export const runContactImport: JobDefinition<Platform, RunImportData> = { name: RUN_IMPORT, handler: importWork }

// Both look after the imports of every company, as the owner: no company's own login could.

/** Goes on with imports whose process died. One that still has not got through after an hour is given up. */
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
        .set({ progressed_at: sql<string>`now()` })
        .where('state', '=', 'running')
        .where('progressed_at', '<', sql<string>`now() - interval '1 minute'`)
        .returning(['company_id', 'id'])
        .execute()
      for (const { company_id, id } of stuck)
        await jobs.send<RunImportData>(tx, RUN_IMPORT, { companyId: company_id, importId: id })
    })
  },
}

/** Removes files that were uploaded and not imported within an hour, and refused rows after a week. */
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
