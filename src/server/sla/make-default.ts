import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { lockPolicy, readPolicy, recordSlaChange } from './write.ts'

/** Makes a policy the default. Throws NOT_FOUND, and CONFLICT when the version is not the current one. */
export const makeDefault = action(contract.sla.makeDefault, (context, { id, version, reason }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockPolicy(db, actor, id, version)
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
    await recordSlaChange(db, context, {
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
})
