import { TimeFilter } from '../../contract/agreements.ts'
import { everyone } from '../../contract/base.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { filtered, orderValue } from './filter.ts'
import { presentEntry } from './present.ts'

/** `GET /time-entries.csv` with the filters of the list. What only staff read is not in it: it is made to be passed on. */
export const exportTime = csvRoute({
  path: '/time-entries.csv',
  roles: everyone,
  scope: 'tickets:read',
  tag: 'agreements',
  operationId: 'agreements.export',
  summary: 'The time that passes the filters of the list, as CSV',
  filter: TimeFilter,
  head: ['Day', 'Company', 'Ticket', 'Subject', 'Who', 'Minutes', 'Work', 'Billable', 'Reason', 'Note', 'Booked'],
  page: (db, actor, filter, after, limit) => filtered(db, actor, filter, after, limit).execute(),
  at: (row) => ({ value: orderValue(row), id: row.id }),
  cells: (row, actor) => {
    const e = presentEntry(row, actor)
    return [
      e.workedOn,
      e.company.name,
      `T-${e.ticket.number}`,
      e.ticket.subject,
      e.user.name,
      e.minutes,
      e.workType,
      e.billable,
      e.reason,
      e.note,
      e.createdAt,
    ]
  },
})
