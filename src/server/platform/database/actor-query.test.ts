import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnDatabase, ownDatabase } from '../../../../test/harness/database.ts'
import { prepareForActors, queryAs } from './actor-query.ts'

let database: OwnDatabase
let client: pg.Client
beforeAll(async () => {
  database = await ownDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl, pipeline: true } as pg.ClientConfig)
  await client.connect()
  prepareForActors(client)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const north = { companyId: crypto.randomUUID(), userId: crypto.randomUUID(), role: 'owner' }
const south = { companyId: crypto.randomUUID(), userId: crypto.randomUUID(), role: 'member' }
const text = `select array[current_setting('app.company_id', true), current_setting('app.user_id', true), current_setting('app.role', true)] as who`
const settings = async (answer: Promise<pg.QueryResult>) => (await answer).rows[0].who
const idsOf = ({ companyId, userId, role }: typeof north) => [companyId, userId, role]

test('a query runs as its actor, and its settings end with it', async () => {
  // All of them are on their way at the same time, with and without a name.
  const answers = [
    settings(queryAs(client, north, { text })),
    settings(client.query(text)),
    settings(queryAs(client, south, { text, name: 'who' })),
    settings(queryAs(client, north, { text, name: 'who' })),
    settings(client.query({ text, name: 'who' })),
  ]
  const nobody = ['', '', '']
  expect(await Promise.all(answers)).toEqual([idsOf(north), nobody, idsOf(south), idsOf(north), nobody])
})

test('in an open transaction, later queries have the same actor until it ends', async () => {
  await client.query('begin')
  expect(await settings(queryAs(client, south, { text }))).toEqual(idsOf(south))
  expect(await settings(client.query(text))).toEqual(idsOf(south))
  await client.query('commit')
  expect(await settings(client.query(text))).toEqual(['', '', ''])
})

test('a query that fails is undone, also when it fails at commit, and the connection can be used again', async () => {
  await client.query('create temporary table once (id integer unique deferrable initially deferred)')
  const insert = (...ids: number[]) =>
    queryAs(client, north, { text: 'insert into once select unnest($1::integer[])', values: [ids] })
  await expect(insert(1, 1)).rejects.toMatchObject({ code: '23505' })
  await expect(queryAs(client, north, { text: 'select 1 / 0' })).rejects.toMatchObject({ code: '22012' })
  const written = await insert(2)
  expect(written.rowCount).toBe(1)
  expect((await client.query('select id from once')).rows).toEqual([{ id: 2 }])
  expect(await settings(queryAs(client, south, { text }))).toEqual(idsOf(south))
})
