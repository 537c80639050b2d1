import { sql } from 'kysely'
import type { z } from 'zod'
import type { Policy } from '../../contract/sla.ts'
import type { Actored } from '../platform/api.ts'
import { changed, readPolicy, takePolicy } from './write.ts'

/** Makes a policy the one that holds where no other does. CONFLICT when somebody was faster. */
export function makeDefault(
  context: Actored,
  { id, version, reason }: { id: string; version: number; reason: string },
): Promise<z.infer<typeof Policy>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await takePolicy(db, actor, id, version)
    if (row.is_default) return readPolicy(db, actor, id)
    const now = sql<string>`now()`
    const before = await db
      .updateTable('sla_policies')
      .set({ is_default: false, updated_at: now })
      .where('company_id', '=', row.company_id)
      .where('is_default', '=', true)
      .returning(['id', 'name'])
      .execute()
    await db
      .updateTable('sla_policies')
      .set({ is_default: true, version: version + 1, updated_at: now })
      .where('id', '=', id)
      .execute()
    await changed(db, context, {
      companyId: row.company_id,
      kind: 'sla_policy',
      id,
      action: 'sla.default-changed',
      before: { default: before[0]?.name ?? null },
      after: { default: row.name },
      reason,
    })
    return readPolicy(db, actor, id)
  })
}
