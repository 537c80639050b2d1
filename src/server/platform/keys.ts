import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '../../contract/base.ts'
import type { Database } from './db.ts'
import type { Caller } from './token.ts'

/** Whose API key it is and what it was made for. What it does counts as done by the person who made it. */
export type KeyHolder = {
  /** `sessionId` names the key. */
  actor: Caller
  scopes: Scope[]
}

/** How an API key is kept. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Reads API keys. Each call asks the database: a revoked key is over at once. */
export function keys({ system }: Database) {
  return {
    /** Whose key it is; undefined for one that is unknown, revoked or past its time. Remembers the use, to the minute. */
    async read(key: string): Promise<KeyHolder | undefined> {
      if (key.length > 200) return undefined
      const row = await system
        .selectFrom('api_keys')
        .select(['id', 'company_id', 'created_by', 'scopes', 'last_used_at'])
        .where('hash', '=', keyHash(key))
        .where('revoked_at', 'is', null)
        .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', sql<string>`now()`)]))
        .executeTakeFirst()
      if (!row) return undefined
      if (!row.last_used_at || Date.parse(row.last_used_at) < Date.now() - 60_000) {
        await system
          .updateTable('api_keys')
          .set({ last_used_at: sql<string>`now()` })
          .where('company_id', '=', row.company_id)
          .where('id', '=', row.id)
          .execute()
      }
      return {
        actor: {
          kind: 'tenant',
          companyId: row.company_id,
          userId: row.created_by,
          role: 'member',
          sessionId: row.id,
          byKey: true,
          issuedAt: Date.now(),
          expiresAt: Number.POSITIVE_INFINITY,
        },
        scopes: row.scopes as Scope[],
      }
    },
  }
}
export type Keys = ReturnType<typeof keys>
