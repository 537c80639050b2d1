import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { InvitationInfo } from '../../contract/people.ts'
import type { DB } from '../platform/db.types.ts'

type Standing = {
  account: z.infer<typeof InvitationInfo>['account']
  userId: string | null
  /** Signed up and never verified: nobody has shown that the address is theirs. */
  unverified: boolean
  deactivated: boolean
}

/**
 * What an address is to a company that wants to invite it. Looks past the fences: an address can belong to another
 * company, which neither may be told to the one who invites nor be left out of account.
 */
export async function standingOf(system: Kysely<DB>, email: string, companyId: string): Promise<Standing> {
  const row = await system
    .selectFrom('auth.user as u')
    .leftJoin('profiles as p', 'p.id', 'u.id')
    .leftJoin('companies as c', 'c.id', 'p.company_id')
    .select(['u.id', 'u.emailVerified', 'p.company_id', 'p.deactivated_at', 'c.placeholder'])
    .select((e) =>
      e
        .exists(
          e
            .selectFrom('profiles as o')
            .select('o.id')
            .whereRef('o.company_id', '=', 'p.company_id')
            .whereRef('o.id', '<>', 'p.id'),
        )
        .as('others'),
    )
    .where('u.email', '=', email)
    .executeTakeFirst()
  if (!row) return { account: 'none', userId: null, unverified: false, deactivated: false }
  const free = row.company_id === null || (row.placeholder === true && !row.others)
  return {
    account: row.company_id === companyId ? 'here' : !row.emailVerified && free ? 'none' : free ? 'free' : 'elsewhere',
    userId: row.id,
    unverified: !row.emailVerified,
    deactivated: row.deactivated_at !== null,
  }
}
