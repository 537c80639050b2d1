import { everyone } from '../../contract/base.ts'
import { TicketFilter } from '../../contract/tickets.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { filtered, orderValue } from './filter.ts'
import { presentRow } from './present.ts'

/** `GET /tickets.csv` with the filters of the list. */
export const exportRoute = csvRoute({
  path: '/tickets.csv',
  roles: everyone,
  scope: 'tickets:read',
  tag: 'tickets',
  operationId: 'tickets.export',
  summary: 'The tickets that pass the filters of the list, as CSV',
  filter: TicketFilter,
  head: [
    'Number',
    'Subject',
    'Status',
    'Priority',
    'Category',
    'Impact',
    'Urgency',
    'Company',
    'Requester',
    'Assignee',
    'Client',
    'Contact',
    'Tags',
    'Source',
    'Rating',
    'Response due',
    'First response',
    'Response late',
    'Resolution due',
    'Resolved',
    'Resolution late',
    'Paused since',
    'Opened',
    'Updated',
  ],
  page: (db, actor, filter, after, limit) => filtered(db, actor, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
  cells: (row) => {
    const t = presentRow(row)
    return [
      `T-${t.number}`,
      t.subject,
      t.status,
      t.priority,
      t.category,
      t.impact,
      t.urgency,
      t.company.name,
      t.requester.name,
      t.assignee?.name,
      t.client?.name,
      t.contact?.name,
      t.tags.join(', '),
      t.source,
      t.rating,
      t.sla.response.dueAt,
      t.sla.response.metAt,
      t.sla.response.breached,
      t.sla.resolution.dueAt,
      t.sla.resolution.metAt,
      t.sla.resolution.breached,
      t.sla.paused?.since,
      t.createdAt,
      t.updatedAt,
    ]
  },
})
