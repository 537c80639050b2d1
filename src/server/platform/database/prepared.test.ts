import { Socket } from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { prepared } from './prepared.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const actor = () => ({
  kind: 'tenant' as const,
  companyId: world.north.company.id,
  userId: world.north.owner.id,
  role: 'owner' as const,
})

test('a prepared query is built once, and each call has its own values', async () => {
  let built = 0
  const echo = prepared((db, { text, number }: { text: string | null; number: number }) => {
    built++
    return db.selectNoFrom([
      sql<string | null>`${text}::text`.as('text'),
      sql<number>`${number}::int`.as('number'),
      sql<string | null>`${text}::text`.as('again'),
      sql<number>`${7}::int`.as('fixed'),
    ])
  })
  for (const [text, number] of [
    ['one', 1],
    [null, 2],
    ["'; --", 3],
  ] as const)
    expect(await server.platform.db.askAs(actor(), (db) => echo(db, { text, number }))).toEqual([
      { text, number, again: text, fixed: 7 },
    ])
  expect(built).toBe(1)
})

test('queries made together leave in one packet and keep their order', async () => {
  const packets: string[] = []
  const prototype = Socket.prototype as unknown as { _writev: (parts: { chunk: Buffer }[], done: unknown) => void }
  const send = prototype._writev
  const spy = vi.spyOn(prototype, '_writev').mockImplementation(function (this: Socket, parts, done) {
    packets.push(parts.map(({ chunk }) => chunk.toString('latin1')).join(''))
    send.call(this as never, parts, done)
  })
  const order = await server.platform.db.asActor(actor(), async (db) => {
    const [{ rows }] = await Promise.all([
      sql<{ what: string }>`select 'first asked' as what`.execute(db),
      ...[...'abc'].map((what) =>
        sql`select set_config('app.order', coalesce(current_setting('app.order', true), '') || ${what}, true)`.execute(
          db,
        ),
      ),
    ])
    const last = await sql<{ what: string }>`select current_setting('app.order', true) as what`.execute(db)
    return [rows[0]?.what, last.rows[0]?.what]
  })
  spy.mockRestore()
  expect(order).toEqual(['first asked', 'abc'])
  const [packet, ...others] = packets.filter((p) =>
    [world.north.company.id, 'first asked', "set_config('app.order'"].some((part) => p.includes(part)),
  )
  expect(others).toEqual([])
  for (const part of ['begin', world.north.company.id, 'first asked', 'app.order']) expect(packet).toContain(part)
})

test('if one of several queries fails, all of them return its error', async () => {
  const codes = await server.platform.db
    .asActor(actor(), async (db) => {
      const ended = await Promise.allSettled(
        ['select 1', 'select 1 / 0', 'select 2', "select 'x'::int"].map((text) => sql.raw(text).execute(db)),
      )
      const said = ended.map((e) => (e.status === 'rejected' ? (e.reason as pg.DatabaseError).code : undefined))
      throw Object.assign(new Error('undone'), { said })
    })
    .catch((e) => (e as { said: unknown }).said)
  expect(codes).toEqual([undefined, '22012', '22012', '22012'])
})
