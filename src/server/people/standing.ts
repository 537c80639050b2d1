import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { InvitationInfo } from '../../contract/people.ts'
import { findUser } from '../account/index.ts'
import type { DB } from '../platform/database/db.types.ts'

type Standing = {
  account: z.infer<typeof InvitationInfo>['account']
  userId: string | null
  deactivated: boolean
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Returns whether an address that a company wants to invite has an account, and whether it belongs to this company, to
 * another one, or to none. Bypasses the row-level security policies, because it can belong to another company, which
 * the inviter must not learn.
 */
export async function standingOf(system: Kysely<DB>, email: string, companyId: string): Promise<Standing> {
  const user = await findUser(system, email)
  const place = await system
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.company_id', 'p.deactivated_at', 'c.placeholder'])
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
    // Runs for an unknown address too, so that the time of the response does not tell whether an account exists.
    .where('p.id', '=', user?.id ?? NOBODY)
    .executeTakeFirst()
  if (!user) return { account: 'none', userId: null, deactivated: false }
  const free = !place || (place.placeholder && !place.others)
  // A stranger may have created an unverified account. The owner of the address joins as if it did not exist, and gets
  // it without its previous sign-in methods.
  const unproven = user.mailboxProvenAt === null
  return {
    account: place?.company_id === companyId ? 'here' : !free ? 'elsewhere' : unproven ? 'none' : 'free',
    userId: user.id,
    deactivated: place !== undefined && place.deactivated_at !== null,
  }
}
