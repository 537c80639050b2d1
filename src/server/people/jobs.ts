import { sql } from 'kysely'
import type { ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'

/** An invitation that ran out can be sent again for so many days; then it is forgotten. */
const KEPT_DAYS = 30

/** Takes invitations off the lists that ran out long ago: nobody waits for them any more. */
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
