// Compares the declarations of a company's fields with the table and the contract. If you add a column, an input or a
// filter, these tests show what is missing.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness/server.ts'
import { Company, CompanyFilter, CompanyRow, CreateCompany, EditCompany } from '../../contract/companies/index.ts'
import { companyFields, companyRowFields } from './fields.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

type Declared = { columns: readonly string[]; filter?: object; write?: { column: string; input?: string } }
const profile = Object.entries(companyFields.fields) as [string, Declared][]
const row = Object.entries(companyRowFields.fields) as [string, Declared][]
const without = (shape: object, ...names: string[]) =>
  Object.keys(shape)
    .filter((key) => !names.includes(key))
    .sort()

/** Columns without a field, with the reason. */
const NO_FIELDS: Record<string, string> = {
  loaded_rate_cents: 'reports and automations ask for it',
  model_allowed: 'the settings of the language model have it',
  search: 'what is searched',
  sla_policy_id: 'the service levels have it',
  updated_at: 'nothing shows it',
}

test('every column of the table is read by a field or listed as an exception', async () => {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = 'companies'::regclass and attnum > 0 and not attisdropped`.execute(server.db)
  const names = rows.map((r) => r.name)
  const read = new Set([...[...profile, ...row].flatMap(([, f]) => [...f.columns]), ...Object.keys(NO_FIELDS)])
  expect(
    names.filter((name) => !read.has(name)),
    'Declare these in src/server/companies/fields.ts.',
  ).toEqual([])
  expect(Object.keys(NO_FIELDS).filter((name) => !names.includes(name))).toEqual([])
})

test('the API returns exactly the fields of the contract', () => {
  expect(row.map(([name]) => name).sort()).toEqual(without(CompanyRow.shape))
  // `can` is not a field.
  expect(profile.map(([name]) => name).sort()).toEqual(without(Company.shape, 'can'))
})

test('every filter and order of the contract is declared', () => {
  const filters = row.flatMap(([, f]) => Object.keys(f.filter ?? {}))
  expect(filters.sort()).toEqual(without(CompanyFilter.shape, 'q', 'sort', 'order'))
  expect(Object.keys(companyRowFields.sorts).sort()).toEqual([...CompanyFilter.shape.sort.unwrap().options].sort())
})

test('every input of an edit and of a new company is declared', () => {
  const inputs = profile.flatMap(([name, f]) => (f.write ? [f.write.input ?? name] : [])).sort()
  expect(inputs).toEqual(without(EditCompany.shape, 'version'))
  expect(inputs).toEqual(without(CreateCompany.shape))
})
