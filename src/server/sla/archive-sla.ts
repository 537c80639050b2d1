import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { lockPolicy, recordSlaChange } from './write.ts'

/**
 * Archives a policy. Throws IN_USE when it is the default, when a company has it, or when an agreement promises it or
 * will do so once it is signed; NOT_FOUND; CONFLICT when the version is not the current one.
 */
export const archivePolicy = action(contract.sla.archivePolicy, (context, { id, version, reason }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockPolicy(db, actor, id, version)
    const has = await db
      .selectFrom('companies')
      .select('id')
      .where('sla_policy_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    const promised = await sql`
      select from shared_agreements where sla_policy_id = ${id} and status in ('draft', 'sent', 'signed', 'active')
      union all
      select from shared_agreement_revisions where status in ('draft', 'sent') and terms->>'slaPolicyId' = ${id} limit 1`.execute(
      db,
    )
    if (row.is_default || has || promised.rows.length > 0) throw refuse('IN_USE')
    await db
      .updateTable('sla_policies')
      .set({ archived_at: sql<string>`now()`, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await recordSlaChange(db, context, {
      companyId: row.company_id,
      kind: 'sla_policy',
      id,
      action: 'sla.policy-archived',
      before: { name: row.name },
      reason,
    })
    return { id }
  })
})
