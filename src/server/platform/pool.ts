import pg from 'pg'
import type { Log } from './log.ts'

/**
 * A pool whose connections may break at any time: idle or in the middle of a query. Without these listeners one that
 * breaks while it is out would end the process.
 */
export function pool(config: pg.PoolConfig, log: Log): pg.Pool {
  const opened = new pg.Pool({ connectionTimeoutMillis: 5_000, ...config })
  opened.on('error', (e) => log.warn({ err: e }, 'idle database connection lost'))
  opened.on('connect', (client) => client.on('error', (e) => log.warn({ err: e }, 'database connection lost')))
  return opened
}
