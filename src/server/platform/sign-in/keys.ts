import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '../../../contract/base.ts'
import type { Database } from '../database/db.ts'
import type { Caller } from './token.ts'

/** The actor and scopes of an API key. Its actions count as those of the user who created it. */
export type KeyHolder = {
  /** `sessionId` is the id of the key. */
  actor: Caller
  scopes: Scope[]
}

/** Returns the hash under which an API key is stored. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Returns a reader of API keys. Each call queries the database, so that revoking a key takes effect immediately. */
export function createKeys({ system }: Database) {
  return {
    /**
     * Returns the holder of a key; undefined when it is unknown, revoked or expired. Records its use, to the minute.
     */
    async read(key: string): Promise<KeyHolder | undefined> {
      if (key.length > 200) return undefined
      const { rows } = await sql<{ id: string; company_id: string; created_by: string; scopes: string[] }>`
        select * from use_api_key(${keyHash(key)})`.execute(system)
      const [row] = rows
      if (!row) return undefined
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
export type Keys = ReturnType<typeof createKeys>
