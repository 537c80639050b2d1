import pg from 'pg'
import type { Log } from './log.ts'

/**
 * A pool whose connections may break at any time: idle or in the middle of a query. Without these listeners one that
 * breaks while it is out would end the process.
 */
export function pool(config: pg.PoolConfig, log: Log): pg.Pool {
  const opened = new pg.Pool({ connectionTimeoutMillis: 5_000, ...config })
  // Closing, it does not wait until the last connection is gone; that the database ends them first is no news.
  const lost = (words: string) => (err: Error) => {
    if (!opened.ending) log.warn({ err }, words)
  }
  opened.on('error', lost('idle database connection lost'))
  opened.on('connect', (client) => client.on('error', lost('database connection lost')))
  return opened
}
