// Every event is delivered exactly once: with several readers, with readers that die, and with late commits.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { systemOf } from '../platform/database/db.ts'
import { catchUp, type FeedHandler, feedState, followFeed, readBatch } from '../platform/events/feed.ts'
import { publish } from '../platform/events/publish.ts'
import { sweepPlatformTables } from '../platform/jobs/sweep.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const company = () => world.north.company.id
const happening = (n: number, userId = world.north.owner.id) => ({
  companyId: company(),
  topic: 'ticket' as const,
  kind: 'reply',
  subjectId: crypto.randomUUID(),
  data: { n, userId },
})
const happen = (...numbers: number[]) =>
  server.db.transaction().execute(async (db) => {
    for (const n of numbers) await publish(db, systemOf(company()), happening(n))
  })
/** Returns a handler that records the numbers of events in `seen`, and throws for those of which `fail` is true. */
function reader(fail: (n: number) => boolean = () => false) {
  const seen: number[] = []
  const handle: FeedHandler = async (_db, event) => {
    const { n } = event.data as { n: number }
    if (fail(n)) throw new Error(`no good: ${n}`)
    seen.push(n)
  }
  return { seen, handle }
}
afterEach(async () => {
  await catchUp(server.platform, reader().handle)
  await server.db.deleteFrom('feed.failures').execute()
})

test('does not deliver events from before the reader existed', async () => {
  const old = { company_id: company(), topic: 'ticket', kind: 'reply', subject_id: crypto.randomUUID(), tx: '0' }
  await server.db.insertInto('events').values(old).execute()
  await happen(1)
  const { seen, handle } = reader()
  await catchUp(server.platform, handle)
  expect(seen).toEqual([1])
})

test('does not skip a transaction that commits late, and delays later events', async () => {
  const late = new pg.Client({ connectionString: server.database.ownerUrl })
  await late.connect()
  const put = (n: number) =>
    late.query(
      `insert into events (company_id, topic, kind, subject_id, data) values ($1, 'ticket', 'reply', $2, $3)`,
      [company(), crypto.randomUUID(), JSON.stringify({ n })],
    )
  try {
    await late.query('begin')
    await put(1)
    await happen(2)
    const { seen, handle } = reader()
    expect(await readBatch(server.platform, handle)).toMatchObject({ more: false, held: true })
    expect(seen).toEqual([])
    await put(3)
    await late.query('commit')
    await catchUp(server.platform, handle)
    expect(seen).toEqual([1, 3, 2])

    // The live reader polls, because a transaction that published nothing is not announced when it ends.
    await late.query('begin')
    await late.query('select pg_current_xact_id()')
    const live = reader()
    const following = followFeed(server.platform, new Set(['ticket']), live.handle)
    await happen(4)
    await expect.poll(async () => (await feedState(server.platform)).behind).toBe(1)
    expect(live.seen).toEqual([])
    await late.query('commit')
    await expect.poll(() => live.seen).toEqual([4])
    await following.close()
  } finally {
    await late.end()
  }
})

test('lets only one process read at a time; a second one leaves instead of waiting', async () => {
  await happen(1)
  const inside = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const first = catchUp(server.platform, async () => {
    inside.resolve()
    await go.promise
  })
  await inside.promise
  const { seen, handle } = reader()
  expect(await readBatch(server.platform, handle)).toMatchObject({ busy: true })
  go.resolve()
  await first
  await catchUp(server.platform, handle)
  expect(seen).toEqual([])
})

test('a failing event does not block others: it is retried, and finally put on hold with its error', async () => {
  await happen(1, 2, 3)
  const { seen, handle } = reader((n) => n === 2)
  await catchUp(server.platform, handle)
  expect(seen).toEqual([1, 3])
  const makeRetryDue = () => server.db.updateTable('feed.failures').set({ next_at: sql`now()` }).execute()
  // It is not due for a retry yet.
  await catchUp(server.platform, handle)
  expect(await server.db.selectFrom('feed.failures').select(['attempts']).execute()).toEqual([{ attempts: 1 }])
  for (let attempts = 2; attempts <= 6; attempts++) {
    await makeRetryDue()
    await catchUp(server.platform, handle)
  }
  const [kept] = await server.db.selectFrom('feed.failures').selectAll().execute()
  expect(kept).toMatchObject({ attempts: 6, error: 'no good: 2', next_at: null })
  const { text } = await fetch(`${server.url}/metrics`).then(async (r) => ({ text: await r.text() }))
  expect(text).toMatch(/^events_set_aside 1$/m)
  expect(text).toMatch(/^events_unread 0$/m)
  const findings = await server.db.selectFrom('findings').select(['title', 'found']).execute()
  expect(findings).toMatchObject([
    { title: expect.stringMatching(/^The event ticket \S+ failed 6 times/), found: { reason: 'no good: 2' } },
  ])
  await server.db.deleteFrom('findings').execute()
  await catchUp(server.platform, reader().handle)

  // An event that succeeds on a retry is delivered, and its failure is deleted.
  await server.db.deleteFrom('feed.failures').execute()
  await happen(4)
  let good = false
  const turning = reader(() => !good)
  await catchUp(server.platform, turning.handle)
  good = true
  await makeRetryDue()
  await catchUp(server.platform, turning.handle)
  expect(turning.seen).toEqual([4])
  expect(await server.db.selectFrom('feed.failures').selectAll().execute()).toEqual([])
})

test('rolls back the changes of a failing handler only', async () => {
  await happen(1, 2)
  const write: FeedHandler = async (db, event) => {
    const { n } = event.data as { n: number }
    await db
      .insertInto('mail_refusals')
      .values({ company_id: company(), topic: 'ticket', subject_id: event.subjectId, email: `${n}@x.test` })
      .execute()
    if (n === 1) throw new Error('after all')
  }
  await catchUp(server.platform, write)
  expect(await server.db.selectFrom('mail_refusals').select('email').execute()).toEqual([{ email: '2@x.test' }])
})

test('an event that ended the process that handled it is handled once, although it is still unread', async () => {
  await happen(1, 2)
  const { id } = await server.db
    .selectFrom('events')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const ended = {
    event_id: id,
    company_id: company(),
    attempts: 0,
    deaths: 1,
    error: 'ended',
    next_at: sql<string>`now()`,
  }
  await server.db.insertInto('feed.failures').values(ended).execute()
  // Wait until every older transaction has ended, because a process can handle the event only then.
  const readable = () =>
    server.db
      .selectFrom('events')
      .select(sql<boolean>`tx < pg_snapshot_xmin(pg_current_snapshot())`.as('readable'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  await expect.poll(readable).toEqual({ readable: true })
  const { seen, handle } = reader()
  await catchUp(server.platform, handle)
  expect(seen).toEqual([2, 1])
  expect(await server.db.selectFrom('feed.failures').selectAll().execute()).toEqual([])
})

test('keeps events until they are read, however old they are', async () => {
  await sql`insert into events (company_id, topic, kind, subject_id, data, created_at)
    values (${company()}, 'ticket', 'reply', gen_random_uuid(), '{"n": 1}', now() - interval '31 days')`.execute(
    server.db,
  )
  const { seen, handle } = reader()
  await sweepPlatformTables.handler(server.platform)
  await catchUp(server.platform, handle)
  expect(seen).toEqual([1])
  await sweepPlatformTables.handler(server.platform)
  const old = server.db
    .selectFrom('events')
    .select('id')
    .where('created_at', '<', sql<string>`now() - interval '30 days'`)
  expect(await old.execute()).toEqual([])
})

test('continues after the database was restored into another cluster', async () => {
  await server.db.updateTable('feed.cursor').set({ tx: '9000000000000' }).execute()
  await catchUp(server.platform, reader().handle)
  await happen(1)
  const { seen, handle } = reader()
  await catchUp(server.platform, handle)
  expect(seen).toEqual([1])
})

test('delivers and emails each event once, even with killed processes', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal follower '))
  const running = new Set<ChildProcess>()
  const start = async () => {
    const child = fork(path.resolve(import.meta.dirname, '../../../test/harness/follower.ts'), {
      env: { PATH: process.env.PATH, DATABASE_URL: server.database.ownerUrl, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    running.add(child)
    await new Promise((ok, no) => {
      child.once('message', ok)
      child.once('exit', () => no(new Error('It ended by itself.')))
    })
    return child
  }
  const countNotifications = () =>
    server.db
      .selectFrom('notifications')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('user_id', '=', world.north.owner.id)
      .executeTakeFirstOrThrow()
  const kill = (child: ChildProcess) =>
    new Promise((ok) => {
      running.delete(child)
      child.once('exit', ok)
      child.kill('SIGKILL')
    })
  let n = 0
  let killing = true
  let writing: Promise<void> | undefined
  try {
    const three = await Promise.all([start(), start(), start()])
    writing = (async () => {
      // Events keep coming while processes are killed: after a kill, another process continues when the next event
      // wakes it. They come more slowly when many are undelivered, so that delivering the rest does not take long.
      while (killing) {
        await happen(++n, ++n)
        // steady: the pace of the writer, for which nothing waits
        if (n - (await countNotifications()).n > 40) await new Promise((go) => setTimeout(go, 200))
      }
    })()
    // Kill in the middle, when some events are delivered and some are not. Then kill the last process too, and start a
    // new one.
    for (const victims of [three.slice(0, 2), three.slice(2)]) {
      const before = (await countNotifications()).n
      await expect.poll(async () => (await countNotifications()).n, { interval: 3 }).toBeGreaterThan(before)
      await Promise.all(victims.map(kill))
    }
    await start()
    killing = false
    await writing
    const all = n
    await expect.poll(async () => (await countNotifications()).n).toBe(all)
    expect(await feedState(server.platform)).toEqual({ behind: 0, setAside: 0 })
    const mails = (await server.mails(world.north.owner.email)).map((m) => m.id)
    expect([mails.length, new Set(mails).size]).toEqual([all, all])
    const titles = await server.db.selectFrom('notifications').select('title').orderBy('id').execute()
    expect(new Set(titles.map((t) => t.title)).size).toBe(all)
  } finally {
    killing = false
    await writing
    await Promise.all([...running].map(kill))
    rmSync(dataDir, { recursive: true, force: true })
  }
})
