import { refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'

/** The name of the person of the provider who is to own a lead. UNPROCESSABLE for anybody else. */
export async function ownerName(db: Db, ownerId: string): Promise<string> {
  const person = await db
    .selectFrom('people')
    .innerJoin('profiles', 'profiles.id', 'people.id')
    .select('people.full_name')
    .where('people.id', '=', ownerId)
    .where('people.is_internal', '=', true)
    .where('profiles.deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!person?.full_name) throw refuse('UNPROCESSABLE', { fields: { ownerId: ['Choose somebody of the provider.'] } })
  return person.full_name
}
