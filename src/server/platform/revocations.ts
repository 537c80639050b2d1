import { sql } from 'kysely'
import type { Bus } from './bus.ts'
import type { Database } from './db.ts'
import { type Caller, TOKEN_SECONDS } from './token.ts'

/** Longer than any token lives: what is older cannot matter any more. */
const KEPT_MS = (TOKEN_SECONDS + 60) * 1000

/**
 * Sessions and users whose access tokens no longer count although they have not run out. Every process hears of
 * each at once; while its line to the database is down it asks the table instead, so that nothing slips through.
 */
export function revocations(db: Database, bus: Bus) {
  const sessions = new Map<string, number>()
  const users = new Map<string, number>()
  let complete = false
  // Counts how often the line came or went.
  let lines = 0

  const keep = (r: { sessionId: string | null; userId: string | null; at: number }) => {
    if (r.sessionId) sessions.set(r.sessionId, r.at)
    if (r.userId) users.set(r.userId, Math.max(r.at, users.get(r.userId) ?? 0))
  }
  const load = async () => {
    // Only what is read while the line stands, and stays, counts as all there is.
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
    load().catch(() => {}) // stays incomplete: has() goes on asking the table
  })
  const sweep = setInterval(() => {
    const old = Date.now() - KEPT_MS
    for (const map of [sessions, users]) for (const [id, at] of map) if (at < old) map.delete(id)
  }, 60_000).unref()

  return {
    load,
    /** Ends one session, or every session of a user, for tokens issued until now. */
    async add(who: { sessionId: string } | { userId: string }): Promise<void> {
      const row = { sessionId: null, userId: null, ...who, at: Date.now() }
      keep(row)
      await sql`with r as (
          insert into auth.revocations (session_id, user_id, created_at)
          values (${row.sessionId}, ${row.userId}, to_timestamp(${row.at / 1000})) returning 1)
        select pg_notify('revoked', ${JSON.stringify(row)}) from r`.execute(db.system)
    },
    /** Whether a token was taken back. */
    async has({ sessionId, userId, issuedAt }: Pick<Caller, 'sessionId' | 'userId' | 'issuedAt'>): Promise<boolean> {
      if (!complete || !bus.connected) await load()
      return sessions.has(sessionId) || issuedAt <= (users.get(userId) ?? 0)
    },
    close: () => clearInterval(sweep),
  }
}
export type Revocations = ReturnType<typeof revocations>
