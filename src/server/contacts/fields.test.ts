// Checks the field declarations of contacts and clients against their tables and the contract. Fails when a new column,
// input or filter has no field.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness/server.ts'
import {
  Client,
  ClientFilter,
  ClientRow,
  Contact,
  ContactFilter,
  ContactRow,
  EditClient,
  EditContact,
  NewClient,
  NewContact,
} from '../../contract/contacts/index.ts'
import { buildNewColumns } from '../platform/field-edits.ts'
import { clientFields } from './clients/fields.ts'
import { contactFields } from './fields.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

type Declared = {
  shown: string
  columns: readonly string[]
  filter?: object
  write?: { column: string; input?: string }
}
const records = [
  {
    table: 'contacts',
    file: 'src/server/contacts/fields.ts',
    fields: contactFields,
    row: ContactRow,
    whole: Contact,
    filter: ContactFilter,
    create: NewContact,
    edit: EditContact,
    /** Columns without a field, with the reason. */
    noFields: {
      email_key: 'the address as it is compared',
      import_id: 'only a filter asks for it',
      search: 'what is searched',
    },
    sample: { fullName: 'Pat' },
  },
  {
    table: 'clients',
    file: 'src/server/contacts/clients/fields.ts',
    fields: clientFields,
    row: ClientRow,
    whole: Client,
    filter: ClientFilter,
    create: NewClient,
    edit: EditClient,
    noFields: { import_id: 'an undone import takes its clients back', search: 'what is searched' },
    sample: { name: 'Kessler' },
  },
]

describe.each(records)('$table', ({ table, file, fields, row, whole, filter, create, edit, noFields, sample }) => {
  const declared = Object.entries(fields.fields) as [string, Declared][]

  test('every column of the table is read by a field or listed as an exception', async () => {
    const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(server.db)
    const names = rows.map((r) => r.name)
    const read = new Set([...declared.flatMap(([, f]) => [...f.columns]), ...Object.keys(noFields)])
    expect(
      names.filter((name) => !read.has(name)),
      `Declare these in ${file}.`,
    ).toEqual([])
    expect(Object.keys(noFields).filter((name) => !names.includes(name))).toEqual([])
  })

  test('the API returns exactly the fields of the contract', () => {
    const shown = (where: string) => declared.flatMap(([name, f]) => (f.shown === where ? [name] : [])).sort()
    // Permissions (`can`) are not a field.
    expect(shown('list')).toEqual(
      Object.keys(row.shape)
        .filter((key) => key !== 'can')
        .sort(),
    )
    expect(shown('record')).toEqual(
      Object.keys(whole.shape)
        .filter((key) => !(key in row.shape))
        .sort(),
    )
  })

  test('every filter and order of the contract is declared', () => {
    const filters = declared.flatMap(([, f]) => Object.keys(f.filter ?? {}))
    const promised = Object.keys(filter.shape).filter((key) => !['q', 'sort', 'order'].includes(key))
    expect(filters.sort()).toEqual(promised.sort())
    expect(Object.keys(fields.sorts).sort()).toEqual([...filter.shape.sort.unwrap().options].sort())
  })

  test('every input of an edit and of a new record is declared', () => {
    const inputs = declared.flatMap(([name, f]) => (f.write ? [f.write.input ?? name] : [])).sort()
    const own = (shape: object) => Object.keys(shape).filter((key) => !['id', 'version', 'companyId'].includes(key))
    expect(inputs).toEqual(own(edit.shape).sort())
    expect(inputs).toEqual(own(create.shape).sort())
    expect(Object.keys(buildNewColumns(fields, sample)).sort()).toEqual([...fields.written].sort())
  })
})
