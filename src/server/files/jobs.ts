import { sql } from 'kysely'
import type { ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'

/** Removes files that were uploaded and never sent, a day after; those in a draft a month after its last save. */
export const sweepUnclaimed: ScheduleDefinition<Platform> = {
  name: 'files.sweep-unclaimed',
  cron: '17 * * * *',
  async handler({ db, storage }) {
    const old = await db.system
      .deleteFrom('files')
      .where('state', '=', 'unclaimed')
      .where('created_at', '<', sql<string>`now() - interval '1 day'`)
      // Those in a draft wait as long as the draft may.
      .where((e) => e.or([e('kept_until', 'is', null), e('kept_until', '<', sql<string>`now()`)]))
      .returning('id')
      .execute()
    for (const { id } of old) await storage.remove(id)
  },
}
