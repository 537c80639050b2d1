// Compares the declaration of a ticket's fields with the table and the contract. When a column, an input or a
// filter was added, a failure says what is missing.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness/server.ts'
import { EditTicket, SORTS, Ticket, TicketChange, TicketFilter, TicketRow } from '../../contract/tickets/index.ts'
import { getSortOrder } from '../platform/fields.ts'
import { ticketFields } from './fields.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const declared = Object.entries(ticketFields.fields) as [
  string,
  {
    shown: string
    columns: readonly string[]
    filter?: object
    write?: { column: string; input?: string }
    history?: object
  },
][]

/** Columns without a field, with the reason. */
const NO_FIELDS: Record<string, string> = {
  merged_at: 'when it became part of another ticket; the history says it',
  next_sla_check_at: 'when the job looks at the clocks again',
  resolution_extra_ms: 'time that reopening added; the due time has it in it',
  resolution_warned: 'which warnings went out',
  response_warned: 'which warnings went out',
  sla_paused_ms: 'the sum of the pauses; the due time has it in it',
  sla_pauses: 'earlier pauses; the due time has them in it',
  sla_policy_id: 'the clocks in detail have it',
  sla_revision: 'of which state of the policy the clocks are',
  sla_soon_at: 'among the fields by an expression: only staff may see it',
}

test('every column of the table is read by a field or has a reason not to be', async () => {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = 'tickets'::regclass and attnum > 0 and not attisdropped`.execute(server.db)
  const read = new Set([...declared.flatMap(([, f]) => [...f.columns]), ...Object.keys(NO_FIELDS)])
  const missing = rows.map((r) => r.name).filter((name) => !read.has(name))
  expect(missing, 'Declare these in src/server/tickets/fields.ts.').toEqual([])
  const names = rows.map((r) => r.name)
  expect(Object.keys(NO_FIELDS).filter((name) => !names.includes(name))).toEqual([])
})

test('the API returns exactly the fields of the contract', () => {
  const shown = (where: string) =>
    declared
      .filter(([, f]) => f.shown === where)
      .map(([name]) => name)
      .sort()
  const row = Object.keys(TicketRow.shape).filter((key) => key !== 'found')
  expect(shown('list')).toEqual(row.sort())
  const own = Object.keys(Ticket.shape).filter((key) => !(key in TicketRow.shape) && key !== 'can')
  expect(shown('record')).toEqual(own.sort())
})

test('every filter and sort of the contract is declared', () => {
  const filters = declared.flatMap(([, f]) => Object.keys(f.filter ?? {}))
  const promised = Object.keys(TicketFilter.shape).filter((key) => !['q', 'sort', 'order'].includes(key))
  expect(filters.sort()).toEqual(promised.sort())
  for (const sort of SORTS) expect(getSortOrder(ticketFields, sort).kind).toBeTruthy()
  expect(() => getSortOrder(ticketFields, 'unknown')).toThrow('No field has an order called unknown.')
})

test('every editable field is declared, and the history can show every change', () => {
  const inputs = declared.flatMap(([name, f]) => (f.write ? [f.write.input ?? name] : []))
  const promised = Object.keys(EditTicket.shape).filter((key) => !['id', 'version'].includes(key))
  expect(inputs.sort()).toEqual(promised.sort())
  for (const [name, f] of declared)
    if (f.history) expect(TicketChange.shape.type.options, 'Add it to TicketChange.').toContain(name)
})
