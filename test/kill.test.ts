// Kills the process with SIGKILL again and again while users write.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLane } from './harness/lane.ts'
import { startProduct } from './harness/process.ts'
import { type Writers, writers } from './harness/writers.ts'

/** After how many tickets each kill happens: each one hits a different point of the writes. */
const KILLS = Array.from({ length: inLane(4, 50) }, (_, round) => 5 + (round % 8) * inLane(10, 5))

let scene: Writers
let acknowledged = 0
beforeAll(async () => {
  scene = await writers()
})
afterAll(() => scene.drop())

test.each(KILLS.map((after, round) => ({ after, round })))(
  'kill -9 under writes, number $round after $after tickets, loses no acknowledged ticket and doubles none',
  async ({ after, round }) => {
    await scene.signIn()
    const name = `kill${round}`
    const product = await startProduct(scene.settings(), ['--only=web'])
    const w = scene.writer(product.url, name)
    await expect.poll(() => w.acknowledged.length, { interval: 10 }).toBeGreaterThan(after)
    await product.stop('SIGKILL')
    await w.stop()
    acknowledged += w.acknowledged.length
    const there = await scene.subjectsLike(name)
    expect(new Set(there).size).toBe(there.length)
    expect(w.acknowledged.filter((s) => !there.includes(s))).toEqual([])
  },
)

test('kills leave nothing half done: a ticket, its event, audit log entry and idempotency key are written together', async () => {
  const { rows } = await scene.owner.query(
    `select (select count(*) from tickets)::int as tickets, (select count(*) from events where kind = 'opened')::int as events,
       (select count(*) from audit_log where action = 'ticket.open')::int as acts, (select count(*) from idempotency_keys where response is not null)::int as keys,
       (select coalesce(sum(count), 0)::int from ticket_counts) as counted`,
  )
  const { tickets, ...others } = rows[0]
  expect(acknowledged).toBeGreaterThan(50)
  expect(tickets).toBeGreaterThanOrEqual(acknowledged)
  expect(others).toEqual({ events: tickets, acts: tickets, keys: tickets, counted: tickets })
})
