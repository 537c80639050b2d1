import { InvoiceFilter } from '../../contract/billing.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { filteredInvoices, orderValue } from './filter.ts'
import { presentInvoiceRow } from './present.ts'

const dollars = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** `GET /invoices.csv` with the filters of the list; amounts in dollars with two decimals. */
export const exportInvoices = csvRoute({
  path: '/invoices.csv',
  roles: ['owner', 'admin'],
  tag: 'billing',
  operationId: 'billing.export',
  summary: 'The invoices that pass the filters of the list, as CSV',
  filter: InvoiceFilter,
  head: [
    'Number',
    'Company',
    'For',
    'Status',
    'Overdue',
    'Issued',
    'Due',
    'Total',
    'Paid',
    'Refunded',
    'Owed',
    'Currency',
    'Paid at',
  ],
  cells: (row: Awaited<ReturnType<ReturnType<typeof filteredInvoices>['execute']>>[number]) => {
    const i = presentInvoiceRow(row)
    return [
      i.number,
      i.company.name,
      i.title,
      i.status,
      i.overdue,
      i.issuedOn,
      i.dueOn,
      dollars(i.totalCents),
      dollars(i.paidCents),
      dollars(i.refundedCents),
      dollars(i.dueCents),
      i.currency.toUpperCase(),
      i.paidAt,
    ]
  },
  page: (db, actor, filter, after, limit) => filteredInvoices(db, actor, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
})
