import { sql } from 'kysely'
import type { Database } from '../database/db.ts'
import type { Bus } from '../events/bus.ts'
import { type Caller, TOKEN_SECONDS } from './token.ts'

/** How long a revocation is kept: longer than any token is valid. Older ones have no effect anymore. */
const KEPT_MS = (TOKEN_SECONDS + 60) * 1000

/**
 * Tracks sessions and users whose access tokens are revoked before they expire. Every process is notified immediately.
 * While its notification connection is down, it queries the table instead, so that it misses none.
 */
export function createRevocations(db: Database, bus: Bus) {
  const sessions = new Map<string, number>()
  const users = new Map<string, number>()
  let complete = false
  // Counts how many times the connection was made or lost.
  let lines = 0

  const keep = (r: { sessionId: string | null; userId: string | null; at: number }) => {
    if (r.sessionId) sessions.set(r.sessionId, r.at)
    if (r.userId) users.set(r.userId, Math.max(r.at, users.get(r.userId) ?? 0))
  }
  const load = async () => {
    // The result is complete only if the connection was up during the full query.
    const line = lines
    const rows = await db.system
      .selectFrom('auth.revocations as r')
      .select([
        'r.session_id as sessionId',
        'r.user_id as userId',
        sql<number>`extract(epoch from r.created_at) * 1000`.as('at'),
      ])
      .where('r.created_at', '>', sql<string>`now() - make_interval(secs => ${KEPT_MS / 1000})`)
      .execute()
    for (const r of rows) keep({ ...r, at: Number(r.at) })
    complete = bus.connected && line === lines
  }
  bus.on('message', (channel, payload) => {
    if (channel === 'revoked') keep(JSON.parse(payload))
  })
  bus.on('down', () => {
    lines++
    complete = false
  })
  bus.on('up', () => {
    lines++
    complete = false
    load().catch(() => {}) // stays incomplete: has() continues to query the table
  })
  const sweep = setInterval(() => {
    const old = Date.now() - KEPT_MS
    for (const map of [sessions, users]) for (const [id, at] of map) if (at < old) map.delete(id)
  }, 60_000).unref()

  return {
    load,
    /** Revokes the tokens of one session, or all tokens of a user that were issued until now. */
    async add(who: { sessionId: string } | { userId: string }): Promise<void> {
      const row = { sessionId: null, userId: null, ...who, at: Date.now() }
      keep(row)
      await sql`with r as (
          insert into auth.revocations (session_id, user_id, created_at)
          values (${row.sessionId}, ${row.userId}, to_timestamp(${row.at / 1000})) returning 1)
        select pg_notify('revoked', ${JSON.stringify(row)}) from r`.execute(db.system)
    },
    /** Returns whether a token is revoked. */
    async has({ sessionId, userId, issuedAt }: Pick<Caller, 'sessionId' | 'userId' | 'issuedAt'>): Promise<boolean> {
      if (!complete || !bus.connected) await load()
      return sessions.has(sessionId) || issuedAt <= (users.get(userId) ?? 0)
    },
    close: () => clearInterval(sweep),
  }
}
export type Revocations = ReturnType<typeof createRevocations>
