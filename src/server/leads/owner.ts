import type { Db } from '../platform/database/db.ts'
import { refuse } from '../platform/http/api.ts'

/**
 * Returns the name of a user who is to own a lead. Throws UNPROCESSABLE when they are not an active member of the
 * provider's staff.
 */
export async function ownerName(db: Db, ownerId: string): Promise<string> {
  const person = await db
    .selectFrom('people')
    .innerJoin('profiles', 'profiles.id', 'people.id')
    .select('people.full_name')
    .where('people.id', '=', ownerId)
    .where('people.is_internal', '=', true)
    .where('profiles.deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!person?.full_name) throw refuse('UNPROCESSABLE', { fields: { ownerId: ['Choose a member of our team.'] } })
  return person.full_name
}
