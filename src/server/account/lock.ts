import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

/**
 * Takes a user's ways in for a change: whoever begins a session looks at them under the same lock, so that a sign-in
 * under way never outlives what it rests on. (No key update: rows that point at the user can still be written.)
 */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await sql`select from auth."user" where id = ${userId}::uuid for no key update`.execute(db)
}
