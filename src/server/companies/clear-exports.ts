import { sql } from 'kysely'
import { EXPORTS_KEPT } from '../../contract/companies/index.ts'
import { clearFiles } from '../platform/files/clear-files.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Removes exports with their archives: expired ones, failed ones that are more than a week old, and those that newer
 * ones of the same company replace, so that exports cannot fill the disk. Of all companies, or of one. Throws
 * StorageUnavailable.
 */
export const clearExports = (platform: Pick<Platform, 'db' | 'storage'>, companyId?: string): Promise<void> =>
  // No database role of a company or of staff may delete exports.
  clearFiles(platform, (tx) =>
    tx
      .deleteFrom('exports')
      .where('id', '=', (of) =>
        of
          .selectFrom('exports as x')
          .select('x.id')
          .$if(companyId !== undefined, (q) => q.where('x.company_id', '=', companyId as string))
          .where((e) =>
            e.or([
              e('x.expires_at', '<', sql<string>`now()`),
              e.and([e('x.state', '=', 'failed'), e('x.created_at', '<', sql<string>`now() - interval '7 days'`)]),
              e.and([
                e('x.state', '=', 'ready'),
                e(
                  e
                    .selectFrom('exports as n')
                    .select(e.fn.countAll<number>().as('newer'))
                    .whereRef('n.company_id', '=', 'x.company_id')
                    .where('n.state', '=', 'ready')
                    // Ids are UUIDv7, so they sort by creation time.
                    .whereRef('n.id', '>', 'x.id'),
                  '>=',
                  EXPORTS_KEPT,
                ),
              ]),
            ]),
          )
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .executeTakeFirst(),
  )
