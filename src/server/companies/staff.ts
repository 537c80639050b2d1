import type { z } from 'zod'
import type { Person } from '../../contract/companies/index.ts'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'

/** Returns the provider's users, by name. */
export const listStaff = action(contract.companies.staff, async ({ platform, actor }) => {
  const items = await platform.db.askAs(actor, (db) =>
    db
      .selectFrom('people')
      .select(['id', 'full_name as name'])
      .where('is_internal', '=', true)
      .orderBy('full_name')
      .execute(),
  )
  return { items: items as z.infer<typeof Person>[] }
})
