import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { aroundTheClock, BusinessTime, type CalendarSpec } from './business-time.ts'

const PRIORITIES = ['P1', 'P2', 'P3', 'P4'] as const

/**
 * Returns when the targets of each priority would be due. Throws UNPROCESSABLE when the calendar does not exist or is
 * archived.
 */
export const previewTargets = action(
  contract.sla.preview,
  async ({ platform, actor }, { targets, calendar, openedAt }) => {
    let spec: CalendarSpec
    if (typeof calendar === 'string') {
      const row = await platform.db.askAs(actor, (db) =>
        db
          .selectFrom('sla_calendars')
          .select(['time_zone', 'hours', 'holidays'])
          .where('id', '=', calendar)
          .where('archived_at', 'is', null)
          .executeTakeFirst(),
      )
      if (!row) throw refuse('UNPROCESSABLE', { fields: { calendar: ['Choose business hours.'] } })
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
  },
)
