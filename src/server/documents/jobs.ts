import { sql } from 'kysely'
import { clearFiles } from '../platform/clear-files.ts'
import type { JobDefinition, ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { make } from './make.ts'
import { DEAD_SECONDS, KEPT_DAYS, MAKE_DOCUMENT, type MakeData, TRIES } from './policy.ts'

/** Draws a PDF. */
export const makeDocument: JobDefinition<Platform, MakeData> = {
  name: MAKE_DOCUMENT,
  retries: TRIES - 1,
  handler: make,
}

/** Gives up documents whose job died long ago, and removes those that a newer one of the same thing has replaced. */
export const sweepDocuments: ScheduleDefinition<Platform> = {
  name: 'documents.sweep',
  cron: '37 * * * *',
  // Over all companies, and it deletes: no login of a company or of staff may do both.
  async handler({ db, storage }) {
    await db.system
      .updateTable('documents')
      .set({ state: 'failed', sheet: null, updated_at: sql<string>`now()` })
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
