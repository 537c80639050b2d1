import { sql } from 'kysely'
import type { ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'

/** Removes files that were uploaded and never sent, a day after. */
export const sweepUnclaimed: ScheduleDefinition<Platform> = {
  name: 'files.sweep-unclaimed',
  cron: '17 * * * *',
  async handler({ db, storage }) {
    const old = await db.system
      .deleteFrom('files')
      .where('state', '=', 'unclaimed')
      .where('created_at', '<', sql<string>`now() - interval '1 day'`)
      .returning('id')
      .execute()
    for (const { id } of old) await storage.remove(id)
  },
}
