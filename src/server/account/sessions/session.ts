import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import type { Factor, Session, Viewing } from '../../../contract/account/index.ts'
import type { Role } from '../../../contract/base.ts'
import type { Actor } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { twoFactorDue } from '../factors/two-factor.ts'

type Who = Actor & { role: Role; sessionId: string; viewerId?: string; factorDue?: true }

/** Returns a user's company and role. Without an assigned role, staff are engineers and partners' users are members. */
async function actorOf({ db }: Platform, userId: string, sessionId: string): Promise<Who | undefined> {
  const row = await db.system
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.id')
    .select(['p.company_id', 'c.is_internal', 'r.role'])
    .where('p.id', '=', userId)
    .where('p.deactivated_at', 'is', null)
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

/** Returns the user's second factors in the form that sessions use. */
export async function factorsOf({ db }: Platform, userId: string): Promise<z.infer<typeof Factor>[]> {
  const [apps, passkeys] = await Promise.all([
    db.system
      .selectFrom('auth.factors')
      .select(['id', 'status', 'friendly_name'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db.system
      .selectFrom('auth.passkeys')
      .select(['id', 'friendly_name'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  ])
  return [
    ...apps.map((f) => ({ ...f, factor_type: 'totp' as const, status: f.status as 'verified' | 'unverified' })),
    ...passkeys.map((f) => ({ ...f, factor_type: 'webauthn' as const, status: 'verified' as const })),
  ]
}

/**
 * Returns the session for the browser, with a new access token. `viewing` is set when an administrator views as this
 * user. Throws UNAUTHORIZED for a user who is deactivated or has no company.
 */
export async function composeSession(
  platform: Platform,
  userId: string,
  sessionId: string,
  viewing?: z.infer<typeof Viewing> & { viewerId: string },
): Promise<z.infer<typeof Session>> {
  const system = platform.db.system
  // The token is dated before the reads, so that a revocation during them applies to it.
  const at = Date.now()
  const [actor, user, accounts, factors, twoFactor] = await Promise.all([
    actorOf(platform, userId, sessionId),
    system.selectFrom('auth.user').select(['id', 'email', 'name']).where('id', '=', userId).executeTakeFirst(),
    system.selectFrom('auth.account').select(['id', 'providerId']).where('userId', '=', userId).execute(),
    factorsOf(platform, userId),
    // An administrator who views as another user has already signed in with their own factors.
    viewing ? undefined : twoFactorDue(platform, sessionId),
  ])
  if (!actor || !user)
    throw new ORPCError('UNAUTHORIZED', {
      message:
        'This account is deactivated or doesn’t belong to a company. Ask an owner of your company or an administrator.',
    })
  const { token, expiresAt } = viewing
    ? await platform.tokens.issue({ ...actor, viewerId: viewing.viewerId }, { at, until: Date.parse(viewing.until) })
    : await platform.tokens.issue({ ...actor, ...(twoFactor?.due ? { factorDue: true } : {}) }, { at })
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
      factors,
    },
    ...(twoFactor ? { two_factor: twoFactor } : {}),
    ...(viewing ? { viewing: { viewer: viewing.viewer, reason: viewing.reason, until: viewing.until } } : {}),
  }
}
