import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import type { ActorContext } from '../http/api.ts'
import type { Db } from './db.ts'

/**
 * Runs a creating action in one transaction. With an Idempotency-Key, its result is stored in the same transaction, so
 * that repeating the call with the same key and input returns the same result, even if the first response was lost.
 * Throws CONFLICT for the same key with another input.
 */
export function createOnce<T>(
  { platform, actor, once }: ActorContext,
  input: unknown,
  fn: (db: Db) => Promise<T>,
): Promise<T> {
  if (!once) return platform.db.asActor(actor, fn)
  once.used = true
  const hash = createHash('sha256')
    .update(JSON.stringify([once.operation, input]))
    .digest('base64url')
  const mine = { company_id: actor.companyId, user_id: actor.userId, key: once.key }
  return platform.db.asActor(actor, async (db) => {
    // A second call with the same key waits here until the transaction of the first ends.
    const first = await db
      .insertInto('idempotency_keys')
      .values({ ...mine, operation: once.operation, body_hash: hash })
      .onConflict((c) => c.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!first) {
      const kept = await db
        .selectFrom('idempotency_keys')
        .select(['body_hash', 'response'])
        .where((row) => row.and(mine))
        .executeTakeFirstOrThrow()
      if (kept.body_hash !== hash) {
        throw new ORPCError('CONFLICT', {
          status: 409,
          message: 'This Idempotency-Key was already used with a different body.',
        })
      }
      return kept.response as T
    }
    const result = await fn(db)
    await db
      .updateTable('idempotency_keys')
      .set({ response: JSON.stringify(result) })
      .where((row) => row.and(mine))
      .execute()
    return result
  })
}
