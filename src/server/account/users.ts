// Functions with which other modules read and change accounts. Every `db` here must bypass the row-level security
// policies.
import { sql } from 'kysely'
import type { Handle } from '../platform/database/db.ts'

const users = (db: Handle) => db.selectFrom('auth.user').select(['id', 'name', 'email', 'mailboxProvenAt'])

/** Returns an account with the time when its mailbox was verified; undefined when it does not exist. */
export const getAccount = (db: Handle, id: string) => users(db).where('id', '=', id).executeTakeFirst()

/** Returns the account of a lower-case address; undefined when there is none. */
export const findUser = (db: Handle, email: string) => users(db).where('email', '=', email).executeTakeFirst()

/** Adds an account whose address is verified. Returns false when the address has an account. */
export async function addUser(db: Handle, user: { id: string; name: string; email: string }): Promise<boolean> {
  const added = await db
    .insertInto('auth.user')
    .values({ ...user, emailVerified: true })
    .onConflict((c) => c.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Changes the name that is stored in the sign-in tables. */
export async function renameUser(db: Handle, id: string, name: string): Promise<void> {
  await db.updateTable('auth.user').set({ name }).where('id', '=', id).execute()
}

/** The sign-in methods of an account, and how many sessions are open. */
type SignInMethodCounts = {
  password: boolean
  google: boolean
  passkeys: number
  sessions: number
  lastUsedAt: string | null
}

/** Returns the sign-in methods of an account. Sessions in which an administrator views as this user do not count. */
export async function countSignInMethods(db: Handle, id: string): Promise<SignInMethodCounts> {
  const { rows } = await sql<SignInMethodCounts>`select
      exists (select from auth.account where "userId" = ${id} and "providerId" = 'credential' and password is not null) as password,
      exists (select from auth.account where "userId" = ${id} and "providerId" = 'google') as google,
      (select count(*)::int from auth.passkeys where user_id = ${id}) as passkeys,
      count(*)::int as sessions, max(last_used_at) as "lastUsedAt"
    from auth.session where "userId" = ${id} and "expiresAt" > now() and viewer_id is null`.execute(db)
  return rows[0] as SignInMethodCounts
}
