import { sql } from 'kysely'
import type { ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'

/** Deletes expired sessions, links and codes. Runs every hour. */
export const sweepSessions: ScheduleDefinition<Platform> = {
  name: 'account.sweep-sessions',
  cron: '37 * * * *',
  async handler({ db: { system } }) {
    await system.deleteFrom('auth.verification').where('expiresAt', '<', sql<string>`now()`).execute()
    await system.deleteFrom('auth.one_time').where('expires_at', '<', sql<string>`now()`).execute()
    await system.deleteFrom('auth.session').where('expiresAt', '<', sql<string>`now()`).execute()
  },
}
