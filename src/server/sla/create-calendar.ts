import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Calendar, CalendarContent } from '../../contract/sla.ts'
import type { Actored } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { changed, named, readCalendar } from './write.ts'

/** Adds a calendar. NAME_TAKEN. */
export function createCalendar(
  context: Actored,
  input: z.infer<typeof CalendarContent> & { reason?: string | undefined },
): Promise<z.infer<typeof Calendar>> {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const { name, timeZone, hours, holidays, reason } = input
    const id = uuid()
    await named(() =>
      db
        .insertInto('sla_calendars')
        .values({
          company_id: actor.companyId,
          id,
          name,
          time_zone: timeZone,
          hours: JSON.stringify(hours),
          holidays: JSON.stringify(holidays),
        })
        .execute(),
    )
    await changed(db, context, {
      companyId: actor.companyId,
      kind: 'sla_calendar',
      id,
      action: 'sla.calendar-created',
      after: { name, timeZone, hours, holidays },
      ...(reason ? { reason } : {}),
    })
    return readCalendar(db, actor, id)
  })
}
