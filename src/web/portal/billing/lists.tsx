// Invoices as lists: a partner's own, and those of one company for administrators.
import { showCents } from '../../ui/money-text.ts'
import { defineFilter, manyOf, type Option } from '../lists/filter.ts'
import { defineList, type ListColumn } from '../lists/list.ts'
import { api } from '../platform/api.ts'
import { InvoiceMark } from './marks.tsx'
import {
  dayText,
  type InvoiceRow,
  type InvoiceStatus,
  type Source,
  sourceLabels,
  sources,
  statuses,
  statusLooks,
} from './model.ts'

/** The parameter of the address that opens one. */
export const OPEN_INVOICE = 'invoice'

const columns: ListColumn<InvoiceRow>[] = [
  {
    key: 'number',
    header: 'Invoice',
    cell: (i) => (
      <span className="inline-flex max-w-full items-baseline gap-2 align-top">
        <span className="tabular shrink-0 font-medium">{i.number}</span>
        <bdi className="min-w-0 truncate text-muted">{i.title}</bdi>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 'w-32',
    cell: (i) => <InvoiceMark status={i.status} overdue={i.overdue} />,
  },
  {
    key: 'source',
    header: 'For',
    width: 'w-36',
    optional: true,
    cell: (i) => <span className="text-muted">{sourceLabels[i.source]}</span>,
  },
  {
    key: 'issued',
    header: 'Issued',
    sort: 'issued',
    width: 'w-32',
    priority: 'medium',
    cell: (i) => <span className="text-muted">{dayText(i.issuedOn)}</span>,
    card: () => null,
  },
  {
    key: 'due',
    header: 'Due',
    sort: 'due',
    width: 'w-32',
    cell: (i) => <span className={i.overdue ? 'text-bad' : 'text-muted'}>{dayText(i.dueOn)}</span>,
    card: (i) => (i.status === 'open' ? `due ${dayText(i.dueOn)}` : null),
  },
  {
    key: 'total',
    header: 'Total',
    sort: 'total',
    width: 'w-32',
    align: 'end',
    cell: (i) => <span className="tabular">{showCents(i.totalCents)}</span>,
  },
]
const shared = {
  operation: api.billing.invoices,
  noun: ['invoice', 'invoices'],
  topics: ['billing'],
  columns,
  cards: ['number', 'status', 'total', 'due'],
  csv: '/invoices.csv',
  filter: defineFilter({
    search: 'Search invoices',
    sorts: ['issued', 'due', 'total'],
    sort: 'issued',
    order: 'desc',
    fields: {
      status: manyOf<InvoiceStatus>(
        'Status',
        statuses.map(
          (value): Option<InvoiceStatus> => ({
            value,
            label: <InvoiceMark status={value} />,
            text: statusLooks[value].label,
          }),
        ),
      ),
      source: manyOf<Source>(
        'For',
        sources.map((value): Option<Source> => ({ value, label: sourceLabels[value] })),
      ),
    },
  }),
} as const
const row = (href: (i: InvoiceRow) => string) => ({
  key: (i: InvoiceRow) => i.id,
  label: (i: InvoiceRow) => `${i.number} ${i.title}`,
  href,
  version: (i: InvoiceRow) => `${i.version} ${i.status} ${i.overdue}`,
})

/** A partner's own. */
export const ownInvoices = defineList({
  ...shared,
  noun: ['invoice', 'invoices'],
  topics: ['billing'],
  columns,
  cards: ['number', 'status', 'total', 'due'],
  key: 'invoices',
  row: row((i) => `/settings/billing?${OPEN_INVOICE}=${i.id}`),
})
/** Of one company, for administrators. */
export const companyInvoices = defineList({
  ...shared,
  noun: ['invoice', 'invoices'],
  topics: ['billing'],
  columns,
  cards: ['number', 'status', 'total', 'due'],
  key: 'company-invoices',
  row: row((i) => `/companies/${i.company.id}?tab=billing&${OPEN_INVOICE}=${i.id}`),
})
