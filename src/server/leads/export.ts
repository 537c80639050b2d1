import { staff } from '../../contract/base.ts'
import { LeadFilter } from '../../contract/leads.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { filtered, orderValue } from './filter.ts'
import { presentRow } from './present.ts'

const HEAD = [
  'Name',
  'Organization',
  'Email',
  'Phone',
  'Source',
  'Stage',
  'Status',
  'Owner',
  'Next action',
  'Due',
  'Tags',
  'Received',
  'Updated',
]

/** `GET /leads.csv` with the filters of the list. */
export const exportLeads = csvRoute({
  path: '/leads.csv',
  roles: staff,
  tag: 'leads',
  operationId: 'leads.export',
  summary: 'The leads that pass the filters of the list, as CSV',
  filter: LeadFilter,
  head: HEAD,
  cells: (row: Awaited<ReturnType<ReturnType<typeof filtered>['execute']>>[number]) => {
    const lead = presentRow(row)
    return [
      lead.name,
      lead.organization,
      lead.email,
      lead.phone,
      lead.source,
      lead.stage,
      lead.status,
      lead.owner?.name,
      lead.nextAction,
      lead.nextActionAt,
      lead.tags.join(', '),
      lead.createdAt,
      lead.updatedAt,
    ]
  },
  page: (db, actor, filter, after, limit) => filtered(db, actor, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
})
