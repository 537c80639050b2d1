import { createHash } from 'node:crypto'
import type { Handle } from '../platform/database/db.ts'
import { refuse } from '../platform/http/api.ts'
import type { Platform } from '../platform/platform.ts'
import { decoyHash, weakPassword } from '../platform/sign-in/passwords.ts'

/** `mark` is a fingerprint of the password hash that was checked. */
type User = { id: string; email: string; name: string; emailVerified: boolean; mark: string }

const markOf = (hash: string) => createHash('sha256').update(hash).digest('base64url')

/** Returns a fingerprint of the user's current password hash, or undefined without a password. */
export async function fingerprintPassword(db: Handle, userId: string): Promise<string | undefined> {
  const stored = await db
    .selectFrom('auth.account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return stored?.password ? markOf(stored.password) : undefined
}

/**
 * Returns the user with this address if the password is correct, or false. An unknown address takes as long as a wrong
 * password.
 */
export async function checkPassword({ auth, db }: Platform, email: string, password: string): Promise<User | false> {
  const found = await db.system
    .selectFrom('auth.user as u')
    .innerJoin('auth.account as a', (j) => j.onRef('a.userId', '=', 'u.id').on('a.providerId', '=', 'credential'))
    .select(['u.id', 'u.email', 'u.name', 'u.emailVerified', 'a.password'])
    .where('u.email', '=', email)
    .executeTakeFirst()
  const { password: slow } = await auth.context
  if (!found?.password) {
    await slow.verify({ hash: await decoyHash(), password })
    return false
  }
  const { password: hash, ...user } = found
  return (await slow.verify({ hash, password })) ? { ...user, mark: markOf(hash) } : false
}

/** Compares a password with the user's own. Returns `none` when the user has no password. */
export async function ownPassword(
  { auth, db }: Platform,
  userId: string,
  password: string | undefined,
): Promise<'none' | 'right' | 'wrong'> {
  const { password: slow } = await auth.context
  const stored = await db.system
    .selectFrom('auth.account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (!stored?.password) return 'none'
  return password !== undefined && (await slow.verify({ hash: stored.password, password })) ? 'right' : 'wrong'
}

/** Returns the texts that a user's password must not contain: address, name, and the company's name once it has one. */
export async function listPersonalTexts(db: Handle, userId: string): Promise<string[]> {
  const row = await db
    .selectFrom('auth.user as u')
    .leftJoin('profiles as p', 'p.id', 'u.id')
    .leftJoin('companies as c', (j) => j.onRef('c.id', '=', 'p.company_id').on('c.placeholder', '=', false))
    .select(['u.email', 'u.name', 'c.name as company'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return [row.email, row.name, ...(row.company ? [row.company] : [])]
}

/**
 * Throws PASSWORD_WEAK, with a message for the field, when a password is too easy to guess. `about` lists addresses and
 * names that it must not contain.
 */
export async function demandStrength({ env }: Platform, password: string, about: string[]): Promise<void> {
  const why = await weakPassword(password, about, env.pwnedPasswordsUrl)
  if (why) throw refuse('PASSWORD_WEAK', { fields: { password: [why] } })
}

/**
 * Returns the hash of a new password. `key` names the user, address or link that it is for. Slow on purpose: never call
 * it inside a transaction. Throws TooMany when too many hashes of the same key are waiting.
 */
export const hashOf = ({ auth, limits }: Platform, password: string, key: string): Promise<string> =>
  limits.newPassword(key, async () => (await auth.context).password.hash(password))

/** Sets or replaces the hash of a user's password. `db` must bypass the row-level security policies. */
export async function savePassword(db: Handle, userId: string, hash: string): Promise<void> {
  const now = new Date().toISOString()
  const { numUpdatedRows } = await db
    .updateTable('auth.account')
    .set({ password: hash, updatedAt: now })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await db
    .insertInto('auth.account')
    .values({ accountId: userId, providerId: 'credential', userId, password: hash, updatedAt: now })
    .execute()
}

/** Returns whether the account has any sign-in method: a password, a Google link or a passkey. */
export async function hasSignInMethod(db: Handle, userId: string): Promise<boolean> {
  const linked = await db
    .selectFrom('auth.account')
    .select('id')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  const passkey = await db
    .selectFrom('auth.passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return linked !== undefined || passkey !== undefined
}
