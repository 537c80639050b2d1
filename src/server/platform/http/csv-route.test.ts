import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeTicket } from '../../../../test/factories/tickets.ts'
import { startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { type CsvList, csvRoute } from './csv-route.ts'
import { TooMany } from './too-many.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

type Row = { id: string; number: number; updated_at: string }
const exported = async (page: CsvList<z.ZodObject, Row>['page'], method = 'GET') => {
  const { owner } = world.north
  const actor = { kind: 'tenant' as const, companyId: owner.companyId, userId: owner.id, role: 'owner' as const }
  const route = csvRoute({
    path: '/x.csv',
    roles: ['owner'],
    tag: 'x',
    operationId: 'x',
    summary: 'x',
    filter: z.object({}),
    head: ['Number'],
    cells: (row: Row) => [row.number],
    page,
    at: (row) => ({ value: row.updated_at, id: row.id }),
  })
  const req = { queries: () => ({}), raw: { method } }
  return route.handle({ platform: server.platform, actor } as never, { req } as never)
}
const byUpdate: CsvList<z.ZodObject, Row>['page'] = (db, _actor, _filter, after, limit) => {
  let query = db
    .selectFrom('tickets')
    .select(['id', 'number', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (after)
    query = query.where((e) =>
      e.or([e('updated_at', '<', after.value), e.and([e('updated_at', '=', after.value), e('id', '<', after.id)])]),
    )
  return query.execute()
}

test('a row that changes during the export appears once, at its original place', async () => {
  const made: number[] = []
  for (let i = 0; i < 2_100; i += 100) {
    const some = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        makeTicket(server.db, {
          requester: world.north.owner,
          updated_at: new Date(Date.UTC(2026, 0, 1) - (i + n) * 1000).toISOString(),
        }),
      ),
    )
    made.push(...some.map((t) => t.number))
  }
  const last = made.at(-1) as number
  let pages = 0
  const r = await exported(async (db, actor, filter, after, limit) => {
    const rows = await byUpdate(db, actor, filter, after, limit)
    if (pages++ === 0)
      await server.db
        .updateTable('tickets')
        .set({ updated_at: new Date().toISOString() })
        .where('number', '=', last)
        .execute()
    return rows
  })
  const lines = (await r.text()).trim().split('\r\n').slice(1).map(Number)
  expect(pages).toBe(3)
  expect(lines).toHaveLength(2_100)
  expect(lines.at(-1)).toBe(last)
  expect(new Set(lines).size).toBe(2_100)
})

test('a failure before the first row is an error response; a later one interrupts the download', async () => {
  await expect(exported(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  let pages = 0
  const r = await exported((...asked) => (pages++ === 0 ? byUpdate(...asked) : Promise.reject(new Error('later'))))
  await expect(r.text()).rejects.toThrow()
})

test('a client that disconnects ends the reading, and the next one starts', async () => {
  let pages = 0
  const endless: typeof byUpdate = async (db, actor, filter, _after, limit) => {
    pages++
    return byUpdate(db, actor, filter, undefined, limit)
  }
  const gone = await Promise.all([exported(endless), exported(endless)])
  for (const r of gone) {
    const reader = r.body?.getReader()
    await reader?.read()
    await reader?.cancel()
  }
  // Two exports read at a time. If two others can read together, the first two have given up their turns and stopped
  // reading.
  let inside = 0
  const both = Promise.withResolvers<void>()
  const together: typeof byUpdate = async (...asked) => {
    if (++inside === 2) both.resolve()
    await both.promise
    return byUpdate(...asked)
  }
  const next = await Promise.all([exported(together), exported(together)])
  const then = pages
  for (const r of next) expect((await r.text()).trim().split('\r\n')).toHaveLength(2_101)
  await (await exported(byUpdate)).text()
  expect(pages).toBe(then)
})

test('a user has two downloads at a time, and four that wait; HEAD ends immediately', async () => {
  for (let n = 0; n < 9; n++) expect((await exported(byUpdate, 'HEAD')).body).toBeNull()
  const first = await Promise.all([exported(byUpdate), exported(byUpdate)])
  const waiting = Array.from({ length: 4 }, () => exported(byUpdate))
  await expect(exported(byUpdate)).rejects.toThrow(TooMany)
  for (const r of first) await r.body?.cancel()
  for (const r of waiting) expect((await (await r).text()).trim().split('\r\n')).toHaveLength(2_101)
})
