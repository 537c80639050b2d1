import { createHash } from 'node:crypto'
import { refuse } from '../platform/api.ts'
import type { Handle } from '../platform/db.ts'
import { weakPassword } from '../platform/passwords.ts'
import type { Platform } from '../platform/platform.ts'

/** `mark` names the password that was checked, without telling it. */
type User = { id: string; email: string; name: string; emailVerified: boolean; mark: string }

const markOf = (hash: string) => createHash('sha256').update(hash).digest('base64url')

/** Names the password that a user has now; undefined without one. */
export async function passwordMark(db: Handle, userId: string): Promise<string | undefined> {
  const kept = await db
    .selectFrom('auth.account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return kept?.password ? markOf(kept.password) : undefined
}

/** The user of this address if the password is theirs. An unknown address costs as much time as a wrong password. */
export async function checkPassword({ auth, db }: Platform, email: string, password: string): Promise<User | false> {
  const { password: slow } = await auth.context
  const found = await db.system
    .selectFrom('auth.user as u')
    .innerJoin('auth.account as a', (j) => j.onRef('a.userId', '=', 'u.id').on('a.providerId', '=', 'credential'))
    .select(['u.id', 'u.email', 'u.name', 'u.emailVerified', 'a.password'])
    .where('u.email', '=', email)
    .executeTakeFirst()
  if (!found?.password) {
    await slow.hash(password)
    return false
  }
  const { password: hash, ...user } = found
  return (await slow.verify({ hash, password })) ? { ...user, mark: markOf(hash) } : false
}

/** Whether the user has a password at all, and if so whether this is it. */
export async function ownPassword(
  { auth, db }: Platform,
  userId: string,
  password: string | undefined,
): Promise<'none' | 'right' | 'wrong'> {
  const { password: slow } = await auth.context
  const kept = await db.system
    .selectFrom('auth.account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (!kept?.password) return 'none'
  return password !== undefined && (await slow.verify({ hash: kept.password, password })) ? 'right' : 'wrong'
}

/** Refuses a password that is too easy to guess, with words beside the field. PASSWORD_WEAK. */
export async function demandStrength({ env }: Platform, password: string, about: string[]): Promise<void> {
  const why = await weakPassword(password, about, env.pwnedPasswordsUrl)
  if (why) throw refuse('PASSWORD_WEAK', { fields: { password: [why] } })
}

/** Hashes a password; slow on purpose, so never within a transaction. */
export const hashOf = async ({ auth }: Platform, password: string): Promise<string> =>
  (await auth.context).password.hash(password)

/** Writes the hash of a user's password, whether there was one or not. `db` is past the fences. */
export async function keepPassword(db: Handle, userId: string, hash: string): Promise<void> {
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
