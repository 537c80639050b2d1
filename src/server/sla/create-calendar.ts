import { v7 as uuid } from 'uuid'
import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { readCalendar, recordSlaChange, refuseTakenSlaName } from './write.ts'

/** Adds a calendar. Throws NAME_TAKEN when another calendar has the name. */
export const createCalendar = action(contract.sla.createCalendar, (context, input) => {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const { name, timeZone, hours, holidays, reason } = input
    const id = uuid()
    await refuseTakenSlaName(() =>
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
    await recordSlaChange(db, context, {
      companyId: actor.companyId,
      kind: 'sla_calendar',
      id,
      action: 'sla.calendar-created',
      after: { name, timeZone, hours, holidays },
      ...(reason ? { reason } : {}),
    })
    return readCalendar(db, actor, id)
  })
})
