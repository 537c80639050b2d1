import { everyone } from '../../contract/base.ts'
import { TimeFilter } from '../../contract/time.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { filtered, orderValue } from './filter.ts'
import { presentEntry } from './present.ts'

/** `GET /time-entries.csv` with the filters of the list. What only staff read is not in it: it is made to be passed on. */
export const exportTime = csvRoute({
  path: '/time-entries.csv',
  roles: everyone,
  scope: 'tickets:read',
  tag: 'time',
  operationId: 'time.export',
  summary: 'The time that passes the filters of the list, as CSV',
  filter: TimeFilter,
  head: [
    'Day',
    'Company',
    'Ticket',
    'Subject',
    'Project',
    'Task',
    'Who',
    'Minutes',
    'Work',
    'Billable',
    'Reason',
    'Charged minutes',
    'Multiplier',
    'Agreement',
    'Note',
    'Booked',
  ],
  page: (db, actor, filter, after, limit) => filtered(db, actor, filter, after, limit).execute(),
  at: (row) => ({ value: orderValue(row), id: row.id }),
  cells: (row, actor) => {
    const e = presentEntry(row, actor)
    return [
      e.workedOn,
      e.company.name,
      e.ticket && `T-${e.ticket.number}`,
      e.ticket?.subject,
      e.task && `P-${e.task.project.number} ${e.task.project.name}`,
      e.task?.title,
      e.user.name,
      e.minutes,
      e.workType,
      e.billable,
      e.reason,
      e.charged,
      e.billable ? e.multiplier / 100 : null,
      e.agreement && `A-${e.agreement.number} ${e.agreement.name}`,
      e.note,
      e.createdAt,
    ]
  },
})
