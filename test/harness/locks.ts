import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Owner } from '../factories/people.ts'

const countBlocked = async (db: Owner): Promise<number> => {
  const { rows } = await sql`select from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`.execute(db)
  return rows.length
}

/** Resolves when a transaction of this database is blocked by another one. */
export const waitForBlockedTransaction = (db: Owner): Promise<void> =>
  expect.poll(() => countBlocked(db), { interval: 10 }).toBeGreaterThan(0)

/** Runs `start` and resolves when it has blocked on a lock or has settled. `done` is its result. */
export async function startUntilBlocked<T>(db: Owner, start: () => Promise<T>): Promise<{ done: Promise<T> }> {
  const before = await countBlocked(db)
  let settled = false
  const done = start().finally(() => {
    settled = true
  })
  await expect.poll(async () => settled || (await countBlocked(db)) > before, { interval: 10 }).toBe(true)
  return { done }
}
