// The lists of invoices: a partner's own, and those of one company for administrators.
import { defineFilter } from '../../lists/filter.ts'
import { defineList } from '../../lists/list.ts'
import { api } from '../../platform/data/api.ts'
import { invoiceColumns, invoiceFilters } from '../fields.tsx'
import type { InvoiceRow } from '../model.ts'

/** The query parameter that opens an invoice. */
export const OPEN_INVOICE = 'invoice'

const shared = {
  operation: api.billing.invoices,
  noun: ['invoice', 'invoices'],
  topics: ['billing'],
  columns: invoiceColumns,
  cards: ['number', 'status', 'total', 'due'],
  csv: '/invoices.csv',
  filter: defineFilter({
    search: 'Search invoices',
    sorts: ['issued', 'due', 'total'],
    sort: 'issued',
    order: 'desc',
    fields: invoiceFilters,
  }),
} as const
const row = (href: (i: InvoiceRow) => string) => ({
  key: (i: InvoiceRow) => i.id,
  label: (i: InvoiceRow) => `${i.number} ${i.title}`,
  href,
  version: (i: InvoiceRow) => `${i.version} ${i.status} ${i.overdue}`,
})

/** The partner's own invoices. */
export const ownInvoices = defineList({
  ...shared,
  key: 'invoices',
  row: row((i) => `/settings/billing?${OPEN_INVOICE}=${i.id}`),
})
/** The invoices of one company, for administrators. */
export const companyInvoices = defineList({
  ...shared,
  key: 'company-invoices',
  row: row((i) => `/companies/${i.company.id}?tab=billing&${OPEN_INVOICE}=${i.id}`),
})
