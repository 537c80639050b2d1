import type { Role } from '../../contract/base.ts'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'

/** Returns the role that was assigned to the signed-in user, or null. */
export const getRole = action(contract.account.role, async ({ platform, actor }) => {
  const row = await platform.db.askAs(actor, (db) =>
    db.selectFrom('user_roles').select('role').where('user_id', '=', actor.userId).executeTakeFirst(),
  )
  return { role: (row?.role as Role | undefined) ?? null }
})
