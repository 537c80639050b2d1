import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Every connection keeps the plan of each named statement, so there are not more than this. */
const NAMES_MAX = 500
/** Texts that were seen once. Those with long lists of values are rarely seen again. */
const SEEN_MAX = 2_000
/** Length of a text that can get a name: longer ones have long lists of values. */
const LENGTH_MAX = 8_000
/** The code of the error of a named statement whose columns have changed since its connection named it. */
const CHANGED = '0A000'

/**
 * Creates a function that returns the name of a statement's text, so that Postgres parses and plans it once per
 * connection. It returns none for the first execution in this process, for long texts, and for more texts than 500.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= NAMES_MAX || text.length > LENGTH_MAX) return known
    if (!seen.delete(text)) {
      if (seen.size >= SEEN_MAX) seen.clear()
      seen.add(text)
      return undefined
    }
    const name = `q${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`
    names.set(text, name)
    return name
  }
}

/**
 * Returns whether a connection must be closed after this error, because the statement would fail again: a newer version
 * of the server has changed a table.
 */
export const isOutdated = (e: unknown): boolean => (e as { code?: string } | undefined)?.code === CHANGED

/** Returns a pool for Kysely whose statements with parameters have names once they repeat. */
export function namingPool(pool: pg.Pool): PostgresPool {
  const nameOf = createStatementNames()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      let outdated = false
      return {
        query(text: string, values: unknown[]) {
          const name = values.length > 0 ? nameOf(text) : undefined
          return client.query({ ...(name ? { name } : {}), text, values }).catch((e) => {
            outdated ||= isOutdated(e)
            throw e
          })
        },
        release: (destroy?: boolean) => client.release(destroy || outdated),
        // Not the other form of `query`, which reads with a cursor.
      } as unknown as PostgresPoolClient
    },
  }
}
