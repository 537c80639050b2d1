import { sql } from 'kysely'
import { type Actored, refuse } from '../platform/api.ts'
import { changed, takePolicy } from './write.ts'

/**
 * Puts a policy away. IN_USE for the default, for one that a company has and for one that an agreement promises, or would
 * once it is signed; CONFLICT when somebody was faster.
 */
export function archivePolicy(
  context: Actored,
  { id, version, reason }: { id: string; version: number; reason: string },
): Promise<{ id: string }> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await takePolicy(db, actor, id, version)
    const has = await db
      .selectFrom('companies')
      .select('id')
      .where('sla_policy_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    const promised = await sql`
      select from agreements where sla_policy_id = ${id} and status in ('draft', 'sent', 'signed', 'active')
      union all
      select from agreement_revisions where status in ('draft', 'sent') and terms->>'slaPolicyId' = ${id} limit 1`.execute(
      db,
    )
    if (row.is_default || has || promised.rows.length > 0) throw refuse('IN_USE')
    await db
      .updateTable('sla_policies')
      .set({ archived_at: sql<string>`now()`, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await changed(db, context, {
      companyId: row.company_id,
      kind: 'sla_policy',
      id,
      action: 'sla.policy-archived',
      before: { name: row.name },
      reason,
    })
    return { id }
  })
}
