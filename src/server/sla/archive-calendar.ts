import { sql } from 'kysely'
import { type Actored, refuse } from '../platform/api.ts'
import { changed, takeCalendar } from './write.ts'

/** Puts a calendar away. IN_USE while a policy counts by it; CONFLICT when somebody was faster. */
export function archiveCalendar(
  context: Actored,
  { id, version, reason }: { id: string; version: number; reason: string },
): Promise<{ id: string }> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await takeCalendar(db, actor, id, version)
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
    await changed(db, context, {
      companyId: row.company_id,
      kind: 'sla_calendar',
      id,
      action: 'sla.calendar-archived',
      before: { name: row.name },
      reason,
    })
    return { id }
  })
}
