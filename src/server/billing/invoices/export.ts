import { InvoiceFilter } from '../../../contract/billing/index.ts'
import { buildCsv } from '../../platform/fields.ts'
import { csvRoute } from '../../platform/http/csv-route.ts'
import { invoiceFields } from '../fields.ts'
import { filteredInvoices, orderValue } from './filter.ts'

/** Handles `GET /invoices.csv`, with the filters of the list. Amounts are in dollars with two decimals. */
export const exportInvoices = csvRoute({
  path: '/invoices.csv',
  roles: ['owner', 'admin'],
  tag: 'billing',
  operationId: 'billing.export',
  summary: 'Export the invoices that match the filters as CSV',
  filter: InvoiceFilter,
  ...buildCsv(invoiceFields),
  page: (db, actor, filter, after, limit) => filteredInvoices(db, actor, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
})
