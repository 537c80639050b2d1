// Checks the fields of an invoice against the table and the contract. Names what is missing when a column or a filter
// is added.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness/server.ts'
import { Invoice, InvoiceFilter, InvoiceRow } from '../../contract/billing/index.ts'
import type { Actor } from '../platform/database/db.ts'
import { billingExport } from './company-export.ts'
import { invoiceFields } from './fields.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const declared = Object.entries(invoiceFields.fields) as [
  string,
  { shown: string; columns: readonly string[]; computed: object; filter?: object },
][]
const WHERE = 'Declare it in src/server/billing/fields.ts.'

/** Columns without a field, with the reason. */
const NO_FIELDS: Record<string, string> = {
  created_at: 'the day of issue is what counts',
  currency: 'there is one currency',
  is_draft: 'drafts are in no list',
  updated_at: 'the version says whether it changed',
}
/** Parts of a full invoice that are not its own fields: rows of other tables, and what the reader may do. */
const NOT_OF_THE_ROW = ['remittance', 'lines', 'hours', 'payments', 'can']

test('every column of the table has a field, or a reason not to', async () => {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = 'invoices'::regclass and attnum > 0 and not attisdropped`.execute(server.db)
  const names = rows.map((r) => r.name)
  const read = new Set([
    ...declared.flatMap(([, f]) => [...f.columns, ...Object.keys(f.computed)]),
    ...Object.keys(NO_FIELDS),
  ])
  expect(
    names.filter((name) => !read.has(name)),
    WHERE,
  ).toEqual([])
  expect(Object.keys(NO_FIELDS).filter((name) => !names.includes(name))).toEqual([])
})

test('the API returns exactly the fields of the contract', () => {
  const shown = (where: string) =>
    declared
      .filter(([, f]) => f.shown === where)
      .map(([name]) => name)
      .sort()
  expect(shown('list'), WHERE).toEqual(Object.keys(InvoiceRow.shape).sort())
  const own = Object.keys(Invoice.shape).filter((key) => !(key in InvoiceRow.shape) && !NOT_OF_THE_ROW.includes(key))
  expect(shown('record'), WHERE).toEqual(own.sort())
})

/** Fields that are not in the company export, with the reason. */
const NOT_EXPORTED: Record<string, string> = {
  company: 'the export belongs to one company',
  title: 'the export has all lines in `for`',
  overdue: 'it depends on the day',
  dueCents: 'it is calculated from the total, paid and refunded amounts',
  source: 'it is in the export of the order',
  billTo: 'it is in the PDF',
  issuedBy: 'it is in the PDF',
  reminded: 'internal: the last reminder that was sent',
  charge: 'internal: the next charge attempt',
  version: 'internal: detects concurrent changes',
}

test('the company export has every field, or a reason not to', () => {
  const table = billingExport.tables?.(server.platform, {} as Actor).find(({ name }) => name === 'invoices')
  const own = table?.columns.map(({ key }) => key).filter((key) => key !== 'for')
  const fields = declared.map(([name]) => name).filter((name) => !(name in NOT_EXPORTED))
  expect(own?.sort(), 'Add it to src/server/billing/company-export.ts.').toEqual(fields.sort())
  expect(Object.keys(NOT_EXPORTED).filter((name) => !(name in invoiceFields.fields))).toEqual([])
})

test('every filter and sort of the contract is declared', () => {
  const filters = declared.flatMap(([, f]) => Object.keys(f.filter ?? {}))
  const promised = Object.keys(InvoiceFilter.shape).filter((key) => !['q', 'sort', 'order'].includes(key))
  expect(filters.sort(), 'Give a field this filter.').toEqual(promised.sort())
  const sorts = [...InvoiceFilter.shape.sort.unwrap().options]
  expect(Object.keys(invoiceFields.sorts).sort(), 'Give a field this order.').toEqual(sorts.sort())
})
