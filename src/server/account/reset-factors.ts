import type { Db } from '../platform/db.ts'
import { withdraw } from './one-time.ts'

/** Takes every factor of a user away: authenticator app, recovery codes, passkeys. `db` is past the fences; the caller ends the sessions. */
export async function resetFactors(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('auth.factors').where('user_id', '=', userId).execute()
  await db.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute()
  await db.deleteFrom('auth.passkeys').where('user_id', '=', userId).execute()
  await withdraw(db, userId, 'factor')
  await db.updateTable('profiles').set({ second_factor: false }).where('id', '=', userId).execute()
}
