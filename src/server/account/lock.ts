import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

/**
 * Locks the user's row before a change to their sign-in methods. `beginSession` checks those methods under the same
 * lock, so a sign-in in progress cannot outlive the method that it used. The lock is `for no key update`, so that rows
 * that reference the user can still be written.
 */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await sql`select from auth."user" where id = ${userId}::uuid for no key update`.execute(db)
}
