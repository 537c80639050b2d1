import { everyone } from '../../contract/base.ts'
import { TimeFilter } from '../../contract/time.ts'
import { csvRoute } from '../platform/http/csv-route.ts'
import { FREE, WORK } from './company-export.ts'
import { filterTime, orderValue } from './filter.ts'
import { presentEntry } from './present.ts'

/**
 * Handles `GET /time-entries.csv`, with the filters of the list. Omits the internal note, because the file is made to
 * be passed on.
 */
export const exportTime = csvRoute({
  path: '/time-entries.csv',
  roles: everyone,
  scope: 'tickets:read',
  tag: 'time',
  operationId: 'time.export',
  summary: 'Export the time entries that match the filters as CSV',
  filter: TimeFilter,
  head: [
    'Date',
    'Company',
    'Ticket',
    'Subject',
    'Project',
    'Task',
    'Logged by',
    'Minutes',
    'Work type',
    'Billable',
    'Reason',
    'Charged minutes',
    'Multiplier',
    'Agreement',
    'Note',
    'Logged at',
  ],
  page: (db, actor, filter, after, limit) => filterTime(db, actor, filter, after, limit).execute(),
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
      WORK[e.workType] ?? e.workType,
      e.billable,
      e.reason && (FREE[e.reason] ?? e.reason),
      e.charged,
      e.billable ? e.multiplier / 100 : null,
      e.agreement && `A-${e.agreement.number} ${e.agreement.name}`,
      e.note,
      e.createdAt,
    ]
  },
})
