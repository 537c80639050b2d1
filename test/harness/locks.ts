import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Owner } from '../factories/people.ts'

/** Resolves when a transaction of this database is blocked by another one. */
export const waitForBlockedTransaction = (db: Owner): Promise<void> =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`select from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database()`.execute(db)
        return rows.length
      },
      { interval: 10 },
    )
    .toBeGreaterThan(0)
