import { sql } from 'kysely'
import type { z } from 'zod'
import type { User, UserAccess } from '../../contract/people.ts'
import type { Actored } from '../platform/api.ts'
import { manages } from './policy.ts'
import { read } from './write.ts'

type Access = z.infer<typeof UserAccess>

/** One user or open invitation. How somebody signs in is for those who manage the company's users, and for staff. */
export async function get(
  { platform, actor }: Actored,
  { id }: { id: string },
): Promise<z.infer<typeof User> & { access: Access | null }> {
  const { user, apiKeys } = await platform.db.asActor(actor, async (db) => {
    const user = await read(db, actor, id)
    const tells = user.kind === 'user' && (actor.kind === 'staff' || manages(actor, user.company.id))
    const apiKeys = tells
      ? await db
          .selectFrom('api_keys')
          .select(['id', 'name', 'prefix'])
          .where('company_id', '=', user.company.id)
          .where('created_by', '=', id)
          .where('revoked_at', 'is', null)
          .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', sql<string>`now()`)]))
          .orderBy('created_at')
          .limit(50)
          .execute()
      : null
    return { user, apiKeys }
  })
  if (!apiKeys) return { ...user, access: null }
  // Sign-in's own tables are out of reach for the logins of the app; the fence has just let the actor see this user.
  const { rows } = await sql<Omit<Access, 'apiKeys'>>`select
      exists (select from auth.account where "userId" = ${id} and "providerId" = 'credential' and password is not null) as password,
      exists (select from auth.account where "userId" = ${id} and "providerId" = 'google') as google,
      (select count(*)::int from auth.passkeys where user_id = ${id}) as passkeys,
      count(*)::int as sessions, max(last_used_at) as "lastUsedAt"
    from auth.session where "userId" = ${id} and "expiresAt" > now() and viewer_id is null`.execute(platform.db.system)
  return { ...user, access: { ...(rows[0] as Omit<Access, 'apiKeys'>), apiKeys } }
}
