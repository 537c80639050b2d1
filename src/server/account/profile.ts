import type { z } from 'zod'
import type { Profile } from '../../contract/account/index.ts'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'

/** Returns the signed-in user's profile with the company. Throws NOT_FOUND when there is no profile. */
export async function getProfile({ platform, actor }: ActorContext): Promise<z.infer<typeof Profile>> {
  const row = await platform.db.askAs(actor, (db) =>
    db
      .selectFrom('profiles as p')
      .innerJoin('companies as c', 'c.id', 'p.company_id')
      .select([
        'p.id',
        'p.company_id',
        'p.full_name',
        'p.email',
        'p.time_zone',
        'c.name',
        'c.slug',
        'c.is_internal',
        'c.placeholder',
      ])
      .select((e) =>
        e.selectFrom('visible_pictures as v').select('v.etag').whereRef('v.id', '=', 'p.id').as('photo_etag'),
      )
      .where('p.id', '=', actor.userId)
      .executeTakeFirst(),
  )
  if (!row) throw refuse('NOT_FOUND')
  const { name, slug, is_internal, placeholder, ...person } = row
  return { ...person, company: { id: row.company_id, name, slug, is_internal, placeholder } }
}

/** The operation of the contract that calls `getProfile`. */
export const profileAction = action(contract.account.profile, getProfile)
