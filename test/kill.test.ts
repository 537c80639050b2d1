// Kills the process with SIGKILL again and again while users write.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduct } from './harness/process.ts'
import { type Writers, writers } from './harness/writers.ts'

/** Many kills, because each one hits a different point of the writes. */
const KILLS = 50

let scene: Writers
beforeAll(async () => {
  scene = await writers()
})
afterAll(() => scene.drop())

test('kill -9 under writes loses no acknowledged ticket, doubles none, and leaves nothing half done', {
  timeout: 1_200_000,
}, async () => {
  for (let round = 0; round < KILLS; round++) {
    await scene.signIn()
    const name = `kill${round}`
    const product = await startProduct(scene.settings(), ['--only=web'])
    const w = scene.writer(product.url, name)
    await expect.poll(() => w.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(5 + (round % 8) * 5)
    await product.stop('SIGKILL')
    await w.stop()
    const there = await scene.subjectsLike(name)
    expect(new Set(there).size).toBe(there.length)
    expect(w.acknowledged.filter((s) => !there.includes(s))).toEqual([])
  }
  // A ticket, its event, its audit log entry and its idempotency key are written together or not at all.
  const { rows } = await scene.owner.query(
    `select (select count(*) from tickets)::int as tickets, (select count(*) from events where kind = 'opened')::int as events,
       (select count(*) from audit_log where action = 'ticket.open')::int as acts, (select count(*) from idempotency_keys where response is not null)::int as keys,
       (select coalesce(sum(count), 0)::int from ticket_counts) as counted`,
  )
  const { tickets, ...others } = rows[0]
  expect(tickets).toBeGreaterThan(100)
  expect(others).toEqual({ events: tickets, acts: tickets, keys: tickets, counted: tickets })
})
