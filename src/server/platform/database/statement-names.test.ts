import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../../test/harness/server.ts'
import { createStatementNames } from './statement-names.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('a text gets a name when it repeats, and texts that do not repeat leave the names to others', () => {
  const nameOf = createStatementNames()
  expect(nameOf('select 1')).toBeUndefined()
  const name = nameOf('select 1')
  expect(name).toMatch(/^q[\w-]{16}$/)
  for (let i = 0; i < 10_000; i++) expect(nameOf(`select ${'$1, '.repeat(3)}${i}`)).toBeUndefined()
  expect(nameOf('select 1')).toBe(name)
  nameOf('select 2')
  expect(nameOf('select 2')).toMatch(/^q/)
})

test('after 500 names, further texts get none', () => {
  const nameOf = createStatementNames()
  const named = Array.from({ length: 600 }, (_, i) => [nameOf(`select ${i}`), nameOf(`select ${i}`)][1])
  expect(named.filter(Boolean)).toHaveLength(500)
  expect(new Set(named.slice(0, 500)).size).toBe(500)
})

test('Postgres keeps the plan of a query of the system that repeats', async () => {
  const kept = await server.platform.db.system.connection().execute(async (one) => {
    for (const n of [1, 2, 3]) {
      const { rows } = await sql<{ n: number }>`select ${n}::int as n, 'a repeated query' as what`.execute(one)
      expect(rows).toEqual([{ n, what: 'a repeated query' }])
    }
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%a repeated query%'`.execute(one)
    return rows
  })
  expect(kept).toEqual([{ statement: `select $1::int as n, 'a repeated query' as what` }])
})

test('after a table has changed, a connection that kept the old plan is closed', async () => {
  const { system } = server.platform.db
  const read = () => sql`select * from changing where n > ${0}`.execute(system)
  const works = () =>
    read().then(
      () => true,
      () => false,
    )
  await sql`create table changing (n integer)`.execute(server.db)
  try {
    for (let i = 0; i < 3; i++) await read()
    await sql`alter table changing add column more text`.execute(server.db)
    // Each of the six connections may fail once.
    const answers = []
    for (let i = 0; i < 10; i++) answers.push(await works())
    expect(answers.slice(6)).toEqual([true, true, true, true])
  } finally {
    await sql`drop table changing`.execute(server.db)
  }
})
