import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import type { Session } from '../../contract/account.ts'
import type { Role } from '../../contract/base.ts'
import type { Actor } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'

/** Who a user is to the product: company, role (the default of the company's kind when none was given). */
export async function actorOf(
  { db }: Platform,
  userId: string,
  sessionId: string,
): Promise<(Actor & { role: Role; sessionId: string }) | undefined> {
  const row = await db.system
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.id')
    .select(['p.company_id', 'c.is_internal', 'r.role'])
    .where('p.id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    kind: row.is_internal ? 'staff' : 'tenant',
    companyId: row.company_id,
    userId,
    role: (row.role as Role | null) ?? (row.is_internal ? 'engineer' : 'member'),
    sessionId,
  }
}

type User = { id: string; email: string; name: string }

/** The session as the browser keeps it, with a fresh access token. UNAUTHORIZED for a user who belongs nowhere. */
export async function compose(platform: Platform, user: User, sessionId: string): Promise<z.infer<typeof Session>> {
  const [actor, accounts] = await Promise.all([
    actorOf(platform, user.id, sessionId),
    platform.db.system.selectFrom('auth.account').select(['id', 'providerId']).where('userId', '=', user.id).execute(),
  ])
  if (!actor) throw new ORPCError('UNAUTHORIZED', { message: 'This account does not belong to a company.' })
  const { token, expiresAt } = await platform.tokens.issue(actor)
  return {
    access_token: token,
    refresh_token: null,
    token_type: 'bearer',
    expires_at: expiresAt,
    user: {
      id: user.id,
      email: user.email,
      user_metadata: { full_name: user.name },
      identities: accounts.map((a) => ({ id: a.id, provider: a.providerId === 'credential' ? 'email' : a.providerId })),
      factors: [],
    },
  }
}
