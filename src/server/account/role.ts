import type { Role } from '../../contract/base.ts'
import type { Actored } from '../platform/api.ts'

/** The role that was given to the signed-in user; null when none was. */
export async function role({ platform, actor }: Actored): Promise<{ role: Role | null }> {
  const row = await platform.db.askAs(actor, (db) =>
    db.selectFrom('user_roles').select('role').where('user_id', '=', actor.userId).executeTakeFirst(),
  )
  return { role: (row?.role as Role | undefined) ?? null }
}
