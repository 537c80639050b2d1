// Compares the declaration of a product's fields with the table, the view `catalogue` and the contract. If you add a
// column, an input or a filter, these tests show what is missing.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness/server.ts'
import { CatalogueFilter, CatalogueProduct, CatalogueRow, ProductContent } from '../../contract/catalogue.ts'
import { Product, ProductRow } from '../../contract/marketplace.ts'
import { productFields, soldFields } from './fields.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

type Declared = [string, { shown: string; columns: readonly string[]; filter?: object; write?: { input?: string } }][]
const declared = Object.entries(productFields.fields) as Declared
const sold = Object.entries(soldFields.fields) as Declared
const shownIn = (fields: Declared, where: string) =>
  fields
    .filter(([, f]) => f.shown === where)
    .map(([name]) => name)
    .sort()
const keysOf = ({ shape }: { shape: object }, without: readonly string[]) =>
  Object.keys(shape)
    .filter((key) => !without.includes(key))
    .sort()
const WHERE = 'Declare it in src/server/marketplace/fields.ts.'

test('every column is read by a field, and visitors read only published products', async () => {
  const columnsOf = async (name: string) =>
    (
      await sql<{ name: string }>`select attname as name from pg_attribute
        where attrelid = ${name}::regclass and attnum > 0 and not attisdropped`.execute(server.db)
    ).rows.map((r) => r.name)
  const read = declared.flatMap(([, f]) => [...f.columns])
  expect(
    (await columnsOf('products')).filter((name) => !read.includes(name)),
    WHERE,
  ).toEqual([])
  const published = sold.flatMap(([, f]) => [...f.columns])
  // Sort keys of lists, which no page shows.
  const orders = ['name_order', 'popular_order']
  expect(published.sort(), WHERE).toEqual((await columnsOf('catalogue')).filter((c) => !orders.includes(c)).sort())
})

test('the API returns exactly the fields of the contract', () => {
  expect(shownIn(declared, 'list'), WHERE).toEqual(keysOf(CatalogueRow, ['can']))
  expect(shownIn(declared, 'record'), WHERE).toEqual(keysOf(CatalogueProduct, Object.keys(CatalogueRow.shape)))
  expect(shownIn(sold, 'list'), WHERE).toEqual(keysOf(ProductRow, []))
  expect(shownIn(sold, 'record'), WHERE).toEqual(keysOf(Product, [...Object.keys(ProductRow.shape), 'similar']))
})

test('every filter and sort order of the contract is declared', () => {
  const filters = declared.flatMap(([, f]) => Object.keys(f.filter ?? {}))
  expect(filters.sort(), 'Give a field this filter.').toEqual(keysOf(CatalogueFilter, ['q', 'sort', 'order']))
  const sorts = [...CatalogueFilter.shape.sort.unwrap().options]
  expect(Object.keys(productFields.sorts).sort(), 'Give a field this order.').toEqual(sorts.sort())
})

test('every input of an edit is declared', () => {
  const inputs = declared.flatMap(([name, f]) => (f.write ? [f.write.input ?? name] : []))
  // Tools have their own table.
  expect(inputs.sort(), 'Give a field `write`.').toEqual(keysOf(ProductContent, ['integrations']))
})
