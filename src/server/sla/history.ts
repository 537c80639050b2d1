import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { action } from '../platform/http/action.ts'
import { FORMER } from '../platform/words.ts'

/** Returns who changed a policy or a calendar, when and why, newest first. */
export const listSlaHistory = action(contract.sla.history, ({ platform, actor }, { id, limit, cursor }) => {
  const after = decodeCursor(cursor, 'changes', 'number')
  return platform.db.askAs(actor, async (db) => {
    let query = db
      .selectFrom('audit_log as a')
      .select(['a.id', 'a.created_at', 'a.actor_id', 'a.action', 'a.reason', 'a.before', 'a.after'])
      .select((e) => e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'a.actor_id').as('actor'))
      .where('a.company_id', '=', actor.companyId)
      .where('a.subject_type', 'in', ['sla_policy', 'sla_calendar'])
      .where('a.subject_id', '=', id)
      .orderBy('a.id', 'desc')
      .limit(limit + 1)
    if (after) query = query.where('a.id', '<', sql<number>`${after.value}::bigint`)
    const rows = await query.execute()
    const page = pageOf(rows, limit, (last) => ({ order: 'changes', value: String(last.id), id }))
    return {
      items: page.rows.map((r) => ({
        id: String(r.id),
        at: r.created_at,
        actor: r.actor_id ? { id: r.actor_id, name: r.actor ?? FORMER } : null,
        action: r.action,
        reason: r.reason,
        before: r.before as Record<string, unknown> | null,
        after: r.after as Record<string, unknown> | null,
      })),
      nextCursor: page.nextCursor,
    }
  })
})
