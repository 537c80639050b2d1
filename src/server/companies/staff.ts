import type { z } from 'zod'
import type { Person } from '../../contract/companies.ts'
import type { Actored } from '../platform/api.ts'

/** The people of the provider by name. */
export async function staff({ platform, actor }: Actored): Promise<{ items: z.infer<typeof Person>[] }> {
  const items = await platform.db.askAs(actor, (db) =>
    db
      .selectFrom('people')
      .select(['id', 'full_name as name'])
      .where('is_internal', '=', true)
      .orderBy('full_name')
      .execute(),
  )
  return { items: items as z.infer<typeof Person>[] }
}
