// The upgrade of a database that the first edition created. `samples/first-edition.sql.gz` has its 52 migrations as
// they were, and then the rows that it had written for a partner: one in nearly every table.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareDatabases } from '../scripts/compare-databases.ts'
import { migrate } from '../src/server/platform/database/migrate.ts'
import { emptyDatabase, type OwnDatabase, ownDatabase } from './harness/database.ts'
import { APP_SECRET } from './harness/secrets.ts'

let reference: OwnDatabase
let own: OwnDatabase
let root: pg.Client

beforeAll(async () => {
  reference = await ownDatabase()
  own = await emptyDatabase()
  root = new pg.Client(own.superuserUrl)
  await root.connect()
  await root.query(gunzipSync(readFileSync(path.join(import.meta.dirname, 'samples/first-edition.sql.gz'))).toString())
})
afterAll(async () => {
  await root.end()
  await own.drop()
  await reference.drop()
})

/** Returns the number of rows of each table that has any. */
async function countRows(): Promise<Record<string, number>> {
  const { rows } = await root.query<{ name: string; count: string }>(
    `select c.oid::regclass::text as name,
       (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %s', c.oid::regclass), false, true, '')))[1]::text as count
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'auth', 'feed', 'stripe', 'derived') and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname !~ '^(kysely|schema)_'`,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]).filter(([, count]) => count !== 0))
}

test('an upgrade gives it the structure of a new database and keeps every row', async () => {
  const readStory = async () =>
    (
      await root.query(
        `select t.subject, m.body, b.balance, i.number as invoice, s.name as signed, r.status as run
         from tickets t join messages m on m.company_id = t.company_id and m.ticket_id = t.id and m.kind = 'reply'
           join hour_balances b on b.company_id = t.company_id
           join invoices i on i.company_id = t.company_id
           join agreement_signatures s on s.company_id = t.company_id
           join runs r on r.company_id = t.company_id order by t.number limit 1`,
      )
    ).rows[0]
  const before = await countRows()
  const story = await readStory()
  expect(story).toBeDefined()
  expect(before).toMatchObject({
    tickets: expect.any(Number),
    hour_ledger: expect.any(Number),
    runs: expect.any(Number),
  })
  expect((await migrate(own.ownerUrl, APP_SECRET)).length).toBeGreaterThan(30)
  expect(await compareDatabases(reference.ownerUrl, own.ownerUrl)).toEqual([])
  // A migration marks all days of reports, so that they are calculated again.
  const { report_marks: marks = 0, ...kept } = before
  const after = await countRows()
  expect(after).toMatchObject(kept)
  expect(after.report_marks).toBeGreaterThan(marks)
  expect(await readStory()).toEqual(story)
  expect(await migrate(own.ownerUrl, APP_SECRET)).toEqual([])
})
