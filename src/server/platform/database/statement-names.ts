import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Every connection keeps the plan of each named statement, so there are not more than this. */
const NAMED = 500
/** Texts that were seen once. Those with long lists of values are rarely seen again. */
const SEEN = 2_000

/**
 * Creates a function that returns the name of a statement's text, so that Postgres parses and plans it once per
 * connection. It returns none for the first execution, and none for more texts than 500.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= NAMED) return known
    if (!seen.delete(text)) {
      if (seen.size >= SEEN) seen.clear()
      seen.add(text)
      return undefined
    }
    const name = `q${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`
    names.set(text, name)
    return name
  }
}

/** Returns a pool for Kysely whose statements with parameters have names. */
export function namingPool(pool: pg.Pool): PostgresPool {
  const nameOf = createStatementNames()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      return {
        query(text: string, values: unknown[]) {
          const name = values.length > 0 ? nameOf(text) : undefined
          return client.query({ ...(name ? { name } : {}), text, values })
        },
        release: (destroy?: boolean) => client.release(destroy),
        // Not the other form of `query`, which reads with a cursor.
      } as unknown as PostgresPoolClient
    },
  }
}
