import type { z } from 'zod'
import type { Preview, Previewed } from '../../contract/sla.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { aroundTheClock, BusinessTime, type CalendarSpec } from './business-time.ts'

const PRIORITIES = ['P1', 'P2', 'P3', 'P4'] as const

/** What would be due when. UNPROCESSABLE for a calendar that is not there. */
export async function preview(
  { platform, actor }: Actored,
  { targets, calendar, openedAt }: z.infer<typeof Preview>,
): Promise<z.infer<typeof Previewed>> {
  let spec: CalendarSpec
  if (typeof calendar === 'string') {
    const row = await platform.db.askAs(actor, (db) =>
      db
        .selectFrom('sla_calendars')
        .select(['time_zone', 'hours', 'holidays'])
        .where('id', '=', calendar)
        .executeTakeFirst(),
    )
    if (!row) throw refuse('UNPROCESSABLE', { fields: { calendar: ['Choose a calendar.'] } })
    spec = {
      timeZone: row.time_zone,
      hours: row.hours as unknown as CalendarSpec['hours'],
      holidays: row.holidays as unknown as CalendarSpec['holidays'],
    }
  } else spec = calendar
  const time = new BusinessTime(spec)
  const opened = time.instantOf(Date.parse(`${openedAt}Z`))
  const due = ({ minutes, clock }: { minutes: number; clock: 'business' | 'always' }) =>
    new Date((clock === 'business' ? time : aroundTheClock).add(opened, minutes * 60_000)).toISOString()
  return {
    openedAt: new Date(opened).toISOString(),
    timeZone: spec.timeZone,
    priorities: PRIORITIES.map((priority) => ({
      priority,
      responseDueAt: due(targets[priority].response),
      resolutionDueAt: due(targets[priority].resolution),
    })),
  }
}
