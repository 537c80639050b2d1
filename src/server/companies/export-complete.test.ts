// The export of a company is complete: every table of the database, and every row of the demo's main company.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedOnce } from '../../../test/demo/seed.ts'
import { startServer, type TestServer } from '../../../test/harness/server.ts'
import type { Actor } from '../platform/database/db.ts'
import { cellOf } from '../platform/http/export-column.ts'
import { tablesOf } from './compose-export.ts'

let server: TestServer
let superuser: pg.Pool
let actor: Actor
beforeAll(async () => {
  server = await startServer({ DEMO_PASSWORD: 'a demo password' })
  await seedOnce({ ...server.platform, env: { ...server.env, demoPassword: 'a demo password' } }, () => {})
  superuser = new pg.Pool({ connectionString: server.database.superuserUrl, max: 1 })
  const { id, company_id } = await server.db
    .selectFrom('profiles')
    .select(['id', 'company_id'])
    .where('email', '=', 'owner@northgate.example')
    .executeTakeFirstOrThrow()
  actor = { kind: 'tenant', companyId: company_id, userId: id, role: 'owner' }
})
afterAll(async () => {
  await superuser.end()
  await server.close()
})

type Row = Record<string, unknown>
async function rowsOf(name: string): Promise<Row[]> {
  const found: Row[] = []
  for await (const row of tablesOf(server.platform, actor)
    .find((t) => t.name === name)
    ?.rows() ?? [])
    found.push(row)
  return found
}

test('every table of the database is exported, or left out with a reason', async () => {
  const { rows } = await superuser.query<{ relname: string }>(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname !~ '^schema_' order by 1`,
  )
  const tables = rows.map((r) => r.relname)
  // In the archive, `companies` is company.json and `pictures` is the logo.
  const exported = new Set(['companies', 'pictures', ...tablesOf(server.platform, actor).flatMap((t) => t.from)])
  const leftOut = new Set(server.platform.companyExports.flatMap(({ leftOut }) => Object.values(leftOut ?? {}).flat()))
  for (const table of tables)
    expect(
      Number(exported.has(table)) + Number(leftOut.has(table)),
      `The table ${table} must be in exactly one place: add what partners may see of it to \`tables\` of ` +
        `company-export.ts of its module (with its name in \`from\`), or list it by its reason in \`leftOut\` there.`,
    ).toBe(1)
  expect([...exported, ...leftOut].filter((t) => !tables.includes(t))).toEqual([])
})

test('every row that the company may see is in the export, by its id', async () => {
  // The columns that hide rows from partners.
  const hidden: Record<string, string> = {
    staff_only: 'not staff_only',
    is_draft: 'not is_draft',
    removed: 'not removed',
  }
  let compared = 0
  for (const { name, from, columns } of tablesOf(server.platform, actor)) {
    if (!columns.some((c) => c.key === 'id') || name === 'project-files' || name === 'attachments') continue
    const [table] = from
    const { rows: has } = await superuser.query<{ attname: string }>(
      'select attname from pg_attribute where attrelid = $1::regclass and atttypid = 16 and attname = any($2)',
      [table, Object.keys(hidden)],
    )
    const { rows } = await superuser.query<{ id: string }>(
      `select id::text from ${table} where company_id = $1 ${has.map((h) => `and ${hidden[h.attname]}`).join(' ')} order by 1`,
      [actor.companyId],
    )
    const exported = (await rowsOf(name)).map((r) => String(r.id)).sort()
    expect(exported, name).toEqual(rows.map((r) => r.id).sort())
    compared += exported.length
  }
  expect(compared).toBeGreaterThan(500)
})

test('agreements, signatures, ledger, blocks and orders of the demo add up', async () => {
  for (const name of [
    'agreements',
    'signatures',
    'hour-ledger',
    'hour-blocks',
    'orders',
    'order-lines',
    'invoices',
    'payments',
  ])
    expect((await rowsOf(name)).length > 0, name).toBe(true)
  const ledger = await rowsOf('hour-ledger')
  const blocks = await rowsOf('hour-blocks')
  const sum = (rows: Row[], key: string) => rows.reduce((n, r) => n + Number(r[key]), 0)
  const { rows } = await superuser.query('select balance from hour_balances where company_id = $1', [actor.companyId])
  expect(sum(ledger, 'minutes')).toBe(rows[0].balance)
  expect(
    sum(
      blocks.filter((b) => b.state === 'active'),
      'remainingMinutes',
    ),
  ).toBe(rows[0].balance)
  const lines = await rowsOf('order-lines')
  for (const order of await rowsOf('orders'))
    expect(
      sum(
        lines.filter((l) => l.order === order.number),
        'amountCents',
      ),
      JSON.stringify(order.number),
    ).toEqual(order.totalCents)
})

test('CSV has labels instead of codes, ISO times and no formulas', async () => {
  for (const table of tablesOf(server.platform, actor)) {
    const coded = table.columns.filter((c) => c.names)
    for await (const row of table.rows()) {
      for (const column of coded) {
        const value = row[column.key]
        if (value === null || value === '') continue
        const known = [value].flat().every((v) => column.names && String(v) in column.names)
        expect(known, `${table.name} ${column.key} ${JSON.stringify(value)}`).toBe(true)
      }
      for (const column of table.columns.filter((c) => c.key.endsWith('At')))
        if (row[column.key] !== null)
          expect(cellOf(column, row[column.key]), table.name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
    }
  }
})

test('the list of tickets as CSV has the columns of the export', async () => {
  const company = await server.db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow()
  const person = await server.person(company as never, 'owner')
  const { text } = await server.call('GET', '/v1/tickets.csv', { as: person })
  const tickets = tablesOf(server.platform, actor).find((t) => t.name === 'tickets')
  expect(text.replace('\ufeff', '').split('\r\n')[0]).toBe(tickets?.columns.map((c) => c.head).join(','))
  expect(text).toContain('Waiting on partner')
  expect(text).not.toContain('waiting_on_partner')
})
