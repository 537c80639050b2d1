import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/harness/database.ts'
import { createLogger } from '../observability/log.ts'
import { type Actor, openDatabase } from './db.ts'

const of = (companyId: string): Actor => ({ kind: 'tenant', companyId, userId: companyId, role: 'owner' })

test('a company gets at most half of the connections for partners, and its other transactions wait', async () => {
  const database = await ownDatabase()
  const { ownerUrl } = database
  const db = openDatabase({ tenantUrl: ownerUrl, staffUrl: ownerUrl, ownerUrl, max: 4, log: createLogger('silent') })
  const [many, one] = [of(crypto.randomUUID()), of(crypto.randomUUID())]
  const ask = (actor: Actor) => db.askAs(actor, (tx) => tx.selectNoFrom(sql<number>`1`.as('n')).execute())
  const hold = Promise.withResolvers<void>()
  let inside = 0
  const held = Array.from({ length: 6 }, () =>
    db.asActor(many, async (tx) => {
      await tx.selectNoFrom(sql<number>`1`.as('n')).execute()
      inside++
      await hold.promise
    }),
  )
  await expect.poll(() => inside).toBe(2)
  expect(await ask(one)).toEqual([{ n: 1 }])
  expect(inside).toBe(2)
  // Staff use another pool.
  expect(await Promise.all(Array.from({ length: 4 }, () => ask({ ...many, kind: 'staff' })))).toHaveLength(4)
  hold.resolve()
  await Promise.all(held)
  expect(inside).toBe(6)
  // A failed transaction gives its place back.
  for (let n = 0; n < 3; n++) await expect(db.askAs(many, () => sql`select 1/0`.execute(db.system))).rejects.toThrow()
  for (let n = 0; n < 3; n++) await expect(db.asActor(many, (tx) => sql`select 1/0`.execute(tx))).rejects.toThrow()
  expect(await ask(many)).toEqual([{ n: 1 }])
  await db.close()
  await database.drop()
})

test('a connection that the database has ended is not given to the next caller', async () => {
  const database = await ownDatabase()
  const { ownerUrl } = database
  const db = openDatabase({ tenantUrl: ownerUrl, staffUrl: ownerUrl, ownerUrl, max: 1, log: createLogger('silent') })
  const actor = of(crypto.randomUUID())
  for (const run of [db.askAs, db.asActor])
    for (let n = 0; n < 5; n++) {
      const ended = run(actor, (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
      await expect(ended).rejects.toMatchObject({ code: '57P01' })
      const pid = (tx: typeof db.system) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const { rows } = await db.askAs(actor, pid)
      // An error of a statement leaves the connection open.
      await expect(run(actor, (tx) => sql`select 1 / 0`.execute(tx))).rejects.toMatchObject({ code: '22012' })
      expect((await db.askAs(actor, pid)).rows).toEqual(rows)
    }
  await db.close()
  await database.drop()
})
