import { expect, test } from 'vitest'
import { Invoice, InvoiceFilter, InvoiceRow } from '../src/contract/billing/index.ts'
import {
  invoiceColumns,
  invoiceFields,
  invoiceFilters,
  listInvoiceFacts,
  listInvoiceSums,
} from '../src/web/portal/billing/fields.tsx'
import type { Invoice as WholeInvoice } from '../src/web/portal/billing/model.ts'

const WHERE = 'Declare it in src/web/portal/billing/fields.tsx.'

test('every field of an invoice has its place on the screens', () => {
  // Ids and versions are not shown. The title is shown with the number, and the status shows what is overdue. The page
  // of the list names the company, all invoices have one currency, and the payments show when one was paid.
  const unseen = ['id', 'version', 'title', 'overdue', 'company', 'currency', 'paidAt']
  const rows = Object.keys(InvoiceRow.shape).filter((key) => !unseen.includes(key))
  expect(Object.keys(invoiceFields).sort(), WHERE).toEqual([...rows, 'order'].sort())
  expect(Object.keys(Invoice.shape)).toContain('order')
})

test('lists order and filter by the fields that the API accepts', () => {
  const sorts = invoiceColumns.flatMap(({ sort }) => (sort ? [sort] : []))
  expect(sorts.sort(), WHERE).toEqual([...InvoiceFilter.shape.sort.unwrap().options].sort())
  // The list's page sets the company. The filters for overdue and for a period are set elsewhere.
  const elsewhere = ['q', 'sort', 'order', 'company', 'overdue', 'from', 'to']
  const promised = Object.keys(InvoiceFilter.shape).filter((key) => !elsewhere.includes(key))
  expect(Object.keys(invoiceFilters).sort(), WHERE).toEqual(promised.sort())
})

test('the totals show no payment or refund if there was none', () => {
  const invoice = {
    status: 'open',
    overdue: false,
    issuedOn: '2026-11-01',
    dueOn: '2026-11-16',
    order: { number: 7 },
    totalCents: 900,
    paidCents: 0,
    refundedCents: 0,
    dueCents: 900,
  } as WholeInvoice
  expect(listInvoiceFacts(invoice).map(([label]) => label)).toEqual(['Status', 'Issued', 'Due date', 'Order'])
  const sums = (of: Partial<WholeInvoice>) =>
    listInvoiceSums({ ...invoice, ...of }).map(({ label, cents }) => [label, cents])
  expect(sums({})).toEqual([
    ['Total', 900],
    ['Amount due', 900],
  ])
  expect(sums({ paidCents: 900, refundedCents: 100, dueCents: 0 })).toEqual([
    ['Total', 900],
    ['Paid', -900],
    ['Refunded', 100],
    ['Amount due', 0],
  ])
})
