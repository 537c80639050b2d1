import { sql } from 'kysely'
import { clearFiles } from '../platform/files/clear-files.ts'
import type { JobDefinition, ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { produceDocument } from './make.ts'
import { DEAD_SECONDS, KEPT_DAYS, MAKE_DOCUMENT, type MakeData, TRIES } from './policy.ts'

/** The job that creates a PDF. */
export const makeDocument: JobDefinition<Platform, MakeData> = {
  name: MAKE_DOCUMENT,
  retries: TRIES - 1,
  handler: produceDocument,
}

/**
 * Marks documents whose job died as failed, and removes those that were made or failed more than 30 days ago when there
 * is a newer document of the same subject. Runs every hour.
 */
export const sweepDocuments: ScheduleDefinition<Platform> = {
  name: 'documents.sweep',
  cron: '37 * * * *',
  // Bypasses the row-level security policies, because it covers all companies and deletes.
  async handler({ db, storage }) {
    await db.system
      .updateTable('documents')
      // The sheet is kept: staff may retry a job that was put on hold.
      .set({ state: 'failed', updated_at: sql<string>`now()` })
      .where('state', 'in', ['queued', 'running'])
      .where('updated_at', '<', sql<string>`now() - make_interval(secs => ${DEAD_SECONDS * 10}::int)`)
      .execute()
    await clearFiles({ db, storage }, (tx) =>
      tx
        .deleteFrom('documents')
        .where('id', '=', (of) =>
          of
            .selectFrom('documents as d')
            .select('d.id')
            .where('d.state', 'in', ['ready', 'failed'])
            .where('d.updated_at', '<', sql<string>`now() - make_interval(days => ${KEPT_DAYS}::int)`)
            .where((e) =>
              e.exists(
                e
                  .selectFrom('documents as n')
                  .select('n.id')
                  .whereRef('n.company_id', '=', 'd.company_id')
                  .whereRef('n.subject_id', '=', 'd.subject_id')
                  .where('n.state', '=', 'ready')
                  .whereRef('n.made_at', '>', 'd.updated_at'),
              ),
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
