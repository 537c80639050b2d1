import pg from 'pg'
import type { Log } from '../observability/log.ts'

/**
 * Keeps connections for the schedules of the next minutes, in milliseconds. Opening a connection costs many times what
 * a query does: it checks the password, reads the catalog, and plans each query again.
 */
export const KEPT_OPEN = { idleTimeoutMillis: 150_000 }
/** How long a transaction waits for a connection, in milliseconds. */
export const WAIT_MS = 5_000

/**
 * Returns a connection pool that survives broken connections, idle or in the middle of a query. Without these
 * listeners, a connection that breaks while it is checked out would end the process.
 */
export function createPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const opened = new pg.Pool({ connectionTimeoutMillis: WAIT_MS, ...KEPT_OPEN, ...config })
  // While the pool closes, the database may end connections first: do not log that.
  const lost = (words: string) => (err: Error) => {
    if (!opened.ending) log.warn({ err }, words)
  }
  opened.on('error', lost('idle database connection lost'))
  opened.on('connect', (client) => client.on('error', lost('database connection lost')))
  return opened
}

/** Classes of errors after which a connection is closed or may be: lost, shut down, timed out, out of resources, broken. */
const CONNECTION_ENDS = /^(08|53|57P|25P|XX)/
/**
 * Returns whether the connection is still open after this error of a query. The pool notices a closed one only when its
 * socket ends, which is after the error, and the next caller can be faster.
 */
export const isStillOpen = (e: unknown): boolean =>
  e instanceof pg.DatabaseError && !CONNECTION_ENDS.test(e.code ?? 'XX')

/** A single connection, for what a pool cannot do: LISTEN, or a lock that is held longer than a transaction. */
export type Connection = pg.Client

/** Returns a connection that is not connected yet. */
export const makeConnection = (config: pg.ClientConfig): Connection => new pg.Client(config)
