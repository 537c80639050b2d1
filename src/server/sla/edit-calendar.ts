import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { lockCalendar, readCalendar, recordSlaChange, refuseTakenSlaName } from './write.ts'

/**
 * Edits a calendar. Open tickets that use it are recalculated. Throws NOT_FOUND, CONFLICT when the version is not the
 * current one, and NAME_TAKEN when another calendar has the name.
 */
export const editCalendar = action(contract.sla.editCalendar, (context, { id, version, reason, ...wanted }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockCalendar(db, actor, id, version)
    const before = { name: row.name, timeZone: row.time_zone, hours: row.hours, holidays: row.holidays }
    const after = {
      name: wanted.name ?? row.name,
      timeZone: wanted.timeZone ?? row.time_zone,
      hours: wanted.hours ?? row.hours,
      holidays: wanted.holidays ?? row.holidays,
    }
    if (isDeepStrictEqual(before, after)) return readCalendar(db, actor, id)
    await refuseTakenSlaName(() =>
      db
        .updateTable('sla_calendars')
        .set({
          name: after.name,
          time_zone: after.timeZone,
          hours: JSON.stringify(after.hours),
          holidays: JSON.stringify(after.holidays),
          version: version + 1,
          updated_at: sql<string>`now()`,
        })
        .where('id', '=', id)
        .execute(),
    )
    await recordSlaChange(db, context, {
      companyId: row.company_id,
      kind: 'sla_calendar',
      id,
      action: 'sla.calendar-edited',
      before,
      after,
      reason,
    })
    return readCalendar(db, actor, id)
  })
})
