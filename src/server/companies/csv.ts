import { staff } from '../../contract/base.ts'
import { CompanyFilter } from '../../contract/companies/index.ts'
import { buildCsv, getFileFields, getSortOrder } from '../platform/fields.ts'
import { csvRoute } from '../platform/http/csv-route.ts'
import { companyRowFields } from './fields.ts'
import { filterCompanies } from './queries.ts'

const file = getFileFields(companyRowFields, 'csv')

/** Handles `GET /companies.csv`, with the filters of the list. */
export const exportCompanies = csvRoute({
  path: '/companies.csv',
  roles: staff,
  tag: 'companies',
  operationId: 'companies.csv',
  summary: 'Export companies that match the filters, as CSV',
  filter: CompanyFilter,
  ...buildCsv(file),
  page: (db, actor, filter, after, limit) =>
    filterCompanies(db, actor, filter, after, limit).select(file.selection).select('c.id').execute(),
  at: (row, filter) => ({ value: getSortOrder(companyRowFields, filter.sort).of(row), id: row.id }),
})
