// The requirements of a password reset. Shared by the operations that read, verify and finish a reset.
import type { z } from 'zod'
import type { Recovery } from '../../../contract/account/index.ts'
import type { Handle } from '../../platform/database/db.ts'
import { type Context, refuse } from '../../platform/http/api.ts'
import { readCookie } from '../sessions/cookies.ts'
import { matchesHash, type OneTime } from './one-time.ts'

/** The cookie that shows that the code was entered in this browser. */
export const RECOVERY_COOKIE = 'recovery'

type SignInMethod = z.infer<typeof Recovery>['waysIn'][number]

/** Returns the passkeys of an account, oldest first, and then its Google links. */
export async function listSignInMethods(db: Handle, userId: string): Promise<SignInMethod[]> {
  const passkeys = await db
    .selectFrom('auth.passkeys')
    .select(['id', 'friendly_name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const links = await db
    .selectFrom('auth.account')
    .select(['id', 'createdAt', 'updatedAt'])
    .where('userId', '=', userId)
    .where('providerId', '=', 'google')
    .orderBy('createdAt')
    .execute()
  return [
    ...passkeys.map((p) => ({
      id: p.id,
      kind: 'passkey' as const,
      name: p.friendly_name,
      createdAt: p.created_at,
      lastUsedAt: p.last_used_at,
    })),
    // Each sign-in with Google updates the link.
    ...links.map((l) => ({
      id: l.id,
      kind: 'google' as const,
      name: 'Google',
      createdAt: l.createdAt,
      lastUsedAt: l.updatedAt,
    })),
  ]
}

/**
 * Returns whether only the account's owner can have added its sign-in methods: the mailbox was verified, or the account
 * belongs to the provider. Undefined when the user does not exist.
 */
export async function isOwn(db: Handle, userId: string): Promise<boolean | undefined> {
  const user = await db
    .selectFrom('auth.user as u')
    .leftJoin('profiles as p', 'p.id', 'u.id')
    .leftJoin('companies as c', 'c.id', 'p.company_id')
    .select(['u.mailboxProvenAt', 'c.is_internal'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return user && (user.mailboxProvenAt !== null || user.is_internal === true)
}

/**
 * Returns what a password reset of this account asks for. A partner's account whose mailbox was never verified asks for
 * nothing: the reset removes all older sign-in methods and the authenticator app, because an attacker could have added
 * them. Nobody can sign up for an account of the provider, so what protects it always stays. If an authenticator app is
 * set up there, or in a verified account, each browser must enter a code before passkeys and links are shown. Throws
 * TOKEN_INVALID when the user does not exist.
 */
export async function recoveryState(
  context: Context,
  db: Handle,
  userId: string,
  kept: OneTime,
): Promise<z.infer<typeof Recovery>> {
  const known = await isOwn(db, userId)
  if (known === undefined) throw refuse('TOKEN_INVALID')
  const app = await db
    .selectFrom('auth.factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .executeTakeFirst()
  if (!known) {
    const key = await db
      .selectFrom('shared_api_keys')
      .select('id')
      .where('created_by', '=', userId)
      .where('revoked_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    const removesAll = Boolean(app || key) || (await listSignInMethods(db, userId)).length > 0
    return { codeNeeded: false, removesAll, waysIn: [] }
  }
  const codeNeeded = app !== undefined && !matchesHash(readCookie(context, RECOVERY_COOKIE), kept.data.browser)
  return { codeNeeded, removesAll: false, waysIn: codeNeeded ? [] : await listSignInMethods(db, userId) }
}
