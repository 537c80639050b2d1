import { staff } from '../../contract/base.ts'
import { LeadFilter } from '../../contract/leads/index.ts'
import { buildCsv } from '../platform/fields.ts'
import { csvRoute } from '../platform/http/csv-route.ts'
import { leadFields } from './fields.ts'
import { filterLeads, orderValue } from './filter.ts'

/** Handles `GET /leads.csv`, with the filters of the list. */
export const exportLeads = csvRoute({
  path: '/leads.csv',
  roles: staff,
  tag: 'leads',
  operationId: 'leads.export',
  summary: 'Export leads that match the filters, as CSV',
  filter: LeadFilter,
  ...buildCsv(leadFields),
  page: (db, actor, filter, after, limit) => filterLeads(db, actor, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
})
