import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Handle } from '../../platform/database/db.ts'

type Purpose = 'factor' | 'passkey' | 'password' | 'verify-email' | 'change-email'
/** The user and the data of a one-time token. */
export type OneTime = { userId: string | null; data: Record<string, unknown> }

/** Returns a new random secret of 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Returns the hash under which a secret is stored. 256 random bits need no slow hash. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Returns whether a secret matches the stored hash. False when either is missing. */
export function matchesHash(secret: string | undefined, hash: unknown): boolean {
  if (!secret || typeof hash !== 'string') return false
  const [given, stored] = [Buffer.from(hashOfToken(secret)), Buffer.from(hash)]
  return given.length === stored.length && timingSafeEqual(given, stored)
}

/**
 * Creates a one-time token that expires after `seconds`, and returns it. Stores only its hash. `db` must bypass the
 * row-level security policies.
 */
export async function issueToken(
  db: Handle,
  { purpose, userId, data = {}, seconds }: { purpose: Purpose; userId?: string; data?: object; seconds: number },
): Promise<string> {
  const token = newSecret()
  await db
    .insertInto('auth.one_time')
    .values({
      hash: hashOfToken(token),
      purpose,
      user_id: userId ?? null,
      data: JSON.stringify(data),
      expires_at: sql<string>`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
  return token
}

/** Returns the token's user and data without using it up. Undefined when it is unknown, used or expired. */
export async function peekToken(db: Handle, purpose: Purpose, token: string): Promise<OneTime | undefined> {
  const row = await db
    .selectFrom('auth.one_time')
    .select(['user_id as userId', 'data'])
    .where('hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row as OneTime | undefined
}

/** Uses up the token and returns its user and data. Only one of several concurrent calls gets them. */
export async function spendToken(db: Handle, purpose: Purpose, token: string): Promise<OneTime | undefined> {
  const row = await db
    .deleteFrom('auth.one_time')
    .where('hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['user_id as userId', 'data'])
    .executeTakeFirst()
  return row as OneTime | undefined
}

/**
 * Counts one more guess against the token. Returns its user and data with the number of guesses. Undefined when it is
 * gone or already had `most` guesses.
 */
export async function countGuess(
  db: Handle,
  purpose: Purpose,
  token: string,
  most: number,
): Promise<(OneTime & { attempts: number }) | undefined> {
  const row = await db
    .updateTable('auth.one_time')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('attempts', '<', most)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['user_id as userId', 'data', 'attempts'])
    .executeTakeFirst()
  return row as (OneTime & { attempts: number }) | undefined
}

/** Adds to the data of a one-time token that has not expired. */
export async function amendToken(db: Handle, purpose: Purpose, token: string, more: object): Promise<void> {
  await db
    .updateTable('auth.one_time')
    .set({ data: sql<string>`data || ${JSON.stringify(more)}::jsonb` })
    .where('hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .execute()
}

/** Revokes a user's one-time tokens for these purposes, or for all purposes when none is given. */
export async function revokeTokens(db: Handle, userId: string, ...purposes: Purpose[]): Promise<void> {
  await db
    .deleteFrom('auth.one_time')
    .where('user_id', '=', userId)
    .$if(purposes.length > 0, (q) => q.where('purpose', 'in', purposes))
    .execute()
}

/** Marks a name as used for `seconds`. Returns false when it was already marked. */
export async function markUsed(db: Handle, purpose: Purpose, name: string, seconds: number): Promise<boolean> {
  const row = await db
    .insertInto('auth.one_time')
    .values({ hash: hashOfToken(name), purpose, expires_at: sql<string>`now() + make_interval(secs => ${seconds})` })
    .onConflict((c) => c.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}
