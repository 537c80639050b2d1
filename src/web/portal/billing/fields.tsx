// Declares how each field of an invoice is shown, in the order of the list's columns: column, filter, fact and total.
// Invoices cannot be edited; their actions are in invoice-acts.tsx.

import type { ReactNode } from 'react'
import { formatDay } from '../../../contract/plain/dates.ts'
import { formatCents } from '../../ui/text/money-text.ts'
import { type Fields, manyOf, type Option } from '../lists/filter.ts'
import { columnsOfFields, type FieldColumn, filtersOfFields } from '../lists/record-field.ts'
import { InvoiceMark } from './marks.tsx'
import {
  type Invoice,
  type InvoiceRow,
  type InvoiceStatus,
  invoiceStatuses,
  invoiceStatusLooks,
  orderSourceLabels,
  orderSources,
  type Source,
} from './model.ts'

type InvoiceField<F extends Fields> = {
  label: string
  column?: FieldColumn<InvoiceRow>
  /** Filters by their API names. */
  filter?: F
  /** Shows the field among the facts. */
  fact?: (invoice: Invoice) => ReactNode
  /** Shows the field among the totals, in cents. Left out when it returns null. */
  sum?: { cents: (invoice: Invoice) => number | null; strong?: true }
}
const field = <F extends Fields = Record<never, never>>(declared: InvoiceField<F>) => declared

const muted = (text: string) => <span className="text-muted">{text}</span>

/** The fields of an invoice. */
export const invoiceFields = {
  number: field({
    label: 'Invoice',
    column: {
      cell: (i) => (
        <span className="inline-flex max-w-full items-baseline gap-2 align-top">
          <span className="tabular shrink-0 font-medium">{i.number}</span>
          <bdi className="min-w-0 truncate text-muted">{i.title}</bdi>
        </span>
      ),
    },
  }),
  status: field({
    label: 'Status',
    column: { width: 'w-32', cell: (i) => <InvoiceMark status={i.status} overdue={i.overdue} /> },
    filter: {
      status: manyOf<InvoiceStatus>(
        'Status',
        invoiceStatuses.map(
          (value): Option<InvoiceStatus> => ({
            value,
            label: <InvoiceMark status={value} />,
            text: invoiceStatusLooks[value].label,
          }),
        ),
      ),
    },
    fact: (i) => <InvoiceMark status={i.status} overdue={i.overdue} />,
  }),
  source: field({
    label: 'Source',
    column: { width: 'w-36', optional: true, cell: (i) => muted(orderSourceLabels[i.source]) },
    filter: {
      source: manyOf<Source>(
        'Source',
        orderSources.map((value): Option<Source> => ({ value, label: orderSourceLabels[value] })),
      ),
    },
  }),
  issuedOn: field({
    label: 'Issued',
    column: {
      key: 'issued',
      sort: 'issued',
      width: 'w-32',
      priority: 'medium',
      cell: (i) => muted(formatDay(i.issuedOn)),
      card: () => null,
    },
    fact: (i) => formatDay(i.issuedOn),
  }),
  dueOn: field({
    label: 'Due date',
    column: {
      key: 'due',
      sort: 'due',
      width: 'w-32',
      cell: (i) => <span className={i.overdue ? 'text-bad' : 'text-muted'}>{formatDay(i.dueOn)}</span>,
      card: (i) => (i.status === 'open' ? `due ${formatDay(i.dueOn)}` : null),
    },
    fact: (i) => <span className={i.overdue ? 'text-bad' : undefined}>{formatDay(i.dueOn)}</span>,
  }),
  order: field({ label: 'Order', fact: (i) => <span className="tabular">{i.order.number}</span> }),
  totalCents: field({
    label: 'Total',
    column: {
      key: 'total',
      sort: 'total',
      width: 'w-32',
      align: 'end',
      cell: (i) => <span className="tabular">{formatCents(i.totalCents)}</span>,
    },
    sum: { cents: (i) => i.totalCents },
  }),
  paidCents: field({
    label: 'Paid',
    sum: { cents: (i) => (i.paidCents > 0 || i.refundedCents > 0 ? -i.paidCents : null) },
  }),
  refundedCents: field({
    label: 'Refunded',
    sum: { cents: (i) => (i.refundedCents > 0 ? i.refundedCents : null) },
  }),
  dueCents: field({ label: 'Amount due', sum: { cents: (i) => i.dueCents, strong: true } }),
}
const all = Object.values(invoiceFields) as InvoiceField<Fields>[]

/** The columns of invoice lists. */
export const invoiceColumns = columnsOfFields<{ label: string; column?: FieldColumn<InvoiceRow> }, InvoiceRow>(
  invoiceFields,
  ({ column }) => column,
)

/** The filters by their API names. */
export const invoiceFilters = filtersOfFields(invoiceFields)

/** Lists the facts of an invoice with their labels. */
export const listInvoiceFacts = (invoice: Invoice): [label: string, value: ReactNode][] =>
  all.flatMap(({ label, fact }): [string, ReactNode][] => (fact ? [[label, fact(invoice)]] : []))

/** Lists the totals of an invoice in cents, without those that do not apply. */
export const listInvoiceSums = (invoice: Invoice): { label: string; cents: number; strong: boolean }[] =>
  all.flatMap(({ label, sum }) => {
    const cents = sum?.cents(invoice) ?? null
    return cents === null ? [] : [{ label, cents, strong: sum?.strong ?? false }]
  })
