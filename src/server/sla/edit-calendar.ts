import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Calendar, CalendarContent } from '../../contract/sla.ts'
import type { Actored } from '../platform/api.ts'
import { changed, named, readCalendar, takeCalendar } from './write.ts'

type Edit = { [K in keyof z.infer<typeof CalendarContent>]?: z.infer<typeof CalendarContent>[K] | undefined } & {
  id: string
  version: number
  reason: string
}

/** Changes a calendar; open tickets that count by it are reckoned again. CONFLICT when somebody was faster, NAME_TAKEN. */
export function editCalendar(
  context: Actored,
  { id, version, reason, ...wanted }: Edit,
): Promise<z.infer<typeof Calendar>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await takeCalendar(db, actor, id, version)
    const before = { name: row.name, timeZone: row.time_zone, hours: row.hours, holidays: row.holidays }
    const after = {
      name: wanted.name ?? row.name,
      timeZone: wanted.timeZone ?? row.time_zone,
      hours: wanted.hours ?? row.hours,
      holidays: wanted.holidays ?? row.holidays,
    }
    if (isDeepStrictEqual(before, after)) return readCalendar(db, actor, id)
    await named(() =>
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
    await changed(db, context, {
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
}
