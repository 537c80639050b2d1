import { sql } from 'kysely'
import type { ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'

/** An invitation is revoked this many days after it expired. Until then it can be sent again. */
const KEPT_DAYS = 30

/** Revokes invitations that expired more than 30 days ago, which removes them from the lists. Runs nightly. */
export const sweepInvitations: ScheduleDefinition<Platform> = {
  name: 'people.sweep-invitations',
  cron: '17 4 * * *',
  async handler({ db }) {
    await db.system
      .updateTable('invitations')
      .set({ revoked_at: sql`now()` })
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '<', sql<string>`now() - make_interval(days => ${KEPT_DAYS})`)
      .execute()
  },
}
