import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { lockCalendar, recordSlaChange } from './write.ts'

/** Archives a calendar. Throws NOT_FOUND, IN_USE when a policy uses it, and CONFLICT when the version is outdated. */
export const archiveCalendar = action(contract.sla.archiveCalendar, (context, { id, version, reason }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockCalendar(db, actor, id, version)
    const has = await db
      .selectFrom('sla_policies')
      .select('id')
      .where('calendar_id', '=', id)
      .where('archived_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (has) throw refuse('IN_USE')
    await db
      .updateTable('sla_calendars')
      .set({ archived_at: sql<string>`now()`, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await recordSlaChange(db, context, {
      companyId: row.company_id,
      kind: 'sla_calendar',
      id,
      action: 'sla.calendar-archived',
      before: { name: row.name },
      reason,
    })
    return { id }
  })
})
