// Compares the declaration of a lead's fields with the table and the contract. If you add a column, an input or
// a filter, these tests show what is missing.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness/server.ts'
import { EditLead, Lead, LeadFilter, LeadRow } from '../../contract/leads/index.ts'
import { getSortOrder } from '../platform/fields.ts'
import { leadFields } from './fields.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const declared = Object.entries(leadFields.fields) as [
  string,
  { shown: string; columns: readonly string[]; filter?: object; write?: { input?: string } },
][]

/** Columns without a field, with the reason. */
const NO_FIELDS: Record<string, string> = {
  company_id: 'all leads are the provider’s',
  kind: 'the source says it',
  call_volume: 'a submission has it',
  about: 'a submission has it',
  message: 'a submission has it',
  page: 'a submission has it',
  consent_at: 'a submission has it',
  form: 'so that a form sent twice is kept once',
  ip: 'kept against abuse; nobody sees it',
  user_agent: 'kept against abuse; nobody sees it',
  merged_into: 'a merged lead is read as the one it is in',
  tsv: 'what a search looks in',
  search: 'what the palette looks in',
}
/** The parts of a lead that are not fields. */
const NOT_OF_THE_ROW = ['submissions', 'sameAddress', 'account', 'can']

test('every column of the table is read by a field or listed as an exception', async () => {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = 'leads'::regclass and attnum > 0 and not attisdropped`.execute(server.db)
  const names = rows.map((r) => r.name)
  const read = new Set([...declared.flatMap(([, f]) => [...f.columns]), ...Object.keys(NO_FIELDS)])
  const missing = names.filter((name) => !read.has(name))
  expect(missing, 'Declare these in src/server/leads/fields.ts.').toEqual([])
  expect(Object.keys(NO_FIELDS).filter((name) => !names.includes(name))).toEqual([])
})

test('the API returns exactly the fields of the contract', () => {
  const shown = (where: string) =>
    declared
      .filter(([, f]) => f.shown === where)
      .map(([name]) => name)
      .sort()
  expect(shown('list'), 'Declare it in src/server/leads/fields.ts.').toEqual(Object.keys(LeadRow.shape).sort())
  const own = Object.keys(Lead.shape).filter((key) => !(key in LeadRow.shape) && !NOT_OF_THE_ROW.includes(key))
  expect(shown('record'), 'Declare it in src/server/leads/fields.ts.').toEqual(own.sort())
})

test('every filter and order of the contract is declared', () => {
  const filters = declared.flatMap(([, f]) => Object.keys(f.filter ?? {}))
  const promised = Object.keys(LeadFilter.shape).filter((key) => !['q', 'sort', 'order'].includes(key))
  expect(filters.sort(), 'Give a field this filter.').toEqual(promised.sort())
  const sorts = [...LeadFilter.shape.sort.unwrap().options]
  expect(Object.keys(leadFields.sorts).sort(), 'Give a field this order.').toEqual(sorts.sort())
  for (const sort of sorts) expect(getSortOrder(leadFields, sort).kind).toBeTruthy()
})

test('every input of an edit is declared', () => {
  const inputs = declared.flatMap(([name, f]) => (f.write ? [f.write.input ?? name] : []))
  const promised = Object.keys(EditLead.shape).filter((key) => !['id', 'version'].includes(key))
  expect(inputs.sort(), 'Give a field `write`.').toEqual(promised.sort())
})
