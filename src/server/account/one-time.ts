import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Handle } from '../platform/db.ts'

type Purpose = 'factor' | 'passkey' | 'password' | 'verify-email' | 'change-email'
/** What a one-time token stands for. */
export type OneTime = { userId: string | null; data: Record<string, unknown> }

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Makes a one-time token that lives for so many seconds. Only its hash is kept. `db` is past the fences. */
export async function issue(
  db: Handle,
  { purpose, userId, data = {}, seconds }: { purpose: Purpose; userId?: string; data?: object; seconds: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('auth.one_time')
    .values({
      hash: hashOf(token),
      purpose,
      user_id: userId ?? null,
      data: JSON.stringify(data),
      expires_at: sql<string>`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
  return token
}

/** What the token stands for, without using it up; undefined when it is unknown, used or too old. */
export async function look(db: Handle, purpose: Purpose, token: string): Promise<OneTime | undefined> {
  const row = await db
    .selectFrom('auth.one_time')
    .select(['user_id as userId', 'data'])
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row as OneTime | undefined
}

/** Uses the token up: of any number of calls at once, one gets what it stands for. */
export async function spend(db: Handle, purpose: Purpose, token: string): Promise<OneTime | undefined> {
  const row = await db
    .deleteFrom('auth.one_time')
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['user_id as userId', 'data'])
    .executeTakeFirst()
  return row as OneTime | undefined
}

/** Counts one more guess at what the token protects; undefined when the token is gone or had `most` guesses already. */
export async function guess(
  db: Handle,
  purpose: Purpose,
  token: string,
  most: number,
): Promise<(OneTime & { attempts: number }) | undefined> {
  const row = await db
    .updateTable('auth.one_time')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('attempts', '<', most)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['user_id as userId', 'data', 'attempts'])
    .executeTakeFirst()
  return row as (OneTime & { attempts: number }) | undefined
}

/** Takes back what was issued to somebody: for these purposes, or for every one. */
export async function withdraw(db: Handle, userId: string, ...purposes: Purpose[]): Promise<void> {
  await db
    .deleteFrom('auth.one_time')
    .where('user_id', '=', userId)
    .$if(purposes.length > 0, (q) => q.where('purpose', 'in', purposes))
    .execute()
}

/** Remembers that something with a name of its own was used; false when it was before. Forgotten after so many seconds. */
export async function markUsed(db: Handle, purpose: Purpose, name: string, seconds: number): Promise<boolean> {
  const row = await db
    .insertInto('auth.one_time')
    .values({ hash: hashOf(name), purpose, expires_at: sql<string>`now() + make_interval(secs => ${seconds})` })
    .onConflict((c) => c.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}
