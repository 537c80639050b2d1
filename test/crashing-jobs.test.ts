// A job that kills its process or exceeds its limits is not retried forever, and neither is an event. It is set aside,
// and administrators see it.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemOf } from '../src/server/platform/database/db.ts'
import { feedState, RETRY_EVENT, type RetryEvent, retryEvent } from '../src/server/platform/events/feed.ts'
import { publish } from '../src/server/platform/events/publish.ts'
import { type JobGuard, jobGuard } from '../src/server/platform/jobs/job-guard.ts'
import { type Attempt, LimitExceeded } from '../src/server/platform/jobs/limit-exceeded.ts'
import { LIMIT, patient } from './harness/patience.ts'
import { startServer, type TestServer, type World } from './harness/server.ts'

let server: TestServer
let world: World
const dataDir = mkdtempSync(path.join(tmpdir(), 'portal jobs '))
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  await server.platform.jobs.declare(
    [{ name: 'test.deadly' }, { name: 'test.large' }, { name: 'test.honest' }] as never,
    [],
  )
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true })
})

/** Runs jobs in a separate process until it dies or `until` is true. Returns the signal and the messages received. */
async function runJobs(until: (messages: string[]) => boolean | Promise<boolean>, program = 'deadly-jobs') {
  const child = fork(path.join(import.meta.dirname, `harness/${program}.ts`), [], {
    env: { ...process.env, DATABASE_URL: server.database.ownerUrl, DATA_DIR: dataDir, NODE_ENV: 'production' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const messages: string[] = []
  child.on('message', (word) => messages.push(String(word)))
  let signal: NodeJS.Signals | null | undefined
  const ended = new Promise<void>((ok) =>
    child.once('exit', (_, by) => {
      signal = by
      ok()
    }),
  )
  await expect
    .poll(async () => signal !== undefined || (await until(messages)), { timeout: patient(LIMIT.test) })
    .toBe(true)
  const killedBy = signal
  if (signal === undefined) child.kill('SIGKILL')
  await ended
  return { killedBy, messages }
}
/** Does what the queue does when an unfinished job times out. */
const expire = () =>
  sql`update jobs.job_common set state = 'retry', start_after = now() where state = 'active' and name like 'test.%'`.execute(
    server.db,
  )
type Found = { id: string; kind: string; title: string; found: Record<string, unknown>; company: { id: string } }
const findings = async () =>
  (await server.call<{ items: Found[] }>('GET', '/v1/findings?kind=job_set_aside', { as: world.admin })).body.items
const never = () => false

test('a job that killed its process twice is set aside, the others run, and an administrator retries or discards it', async () => {
  const companyId = world.north.company.id
  await server.platform.jobs.send(server.db, 'test.deadly', { companyId, ticketId: 'T-7' } as never)
  expect(await runJobs(never)).toMatchObject({ killedBy: 'SIGKILL' })
  expect(await findings()).toEqual([])
  await expire()
  expect(await runJobs(never)).toMatchObject({ killedBy: 'SIGKILL' })
  await expire()

  await server.platform.jobs.send(server.db, 'test.honest', { companyId, word: 'still here' } as never)
  const third = await runJobs(async (messages) => messages.includes('still here') && (await findings()).length > 0)
  expect(third.killedBy).toBeUndefined()
  const [finding, ...others] = await findings()
  expect(others).toEqual([])
  expect(finding).toMatchObject({
    company: { id: companyId },
    title: expect.stringContaining('The job test.deadly stopped the server 2 times'),
    found: { job: 'test.deadly', about: 'ticket T-7', starts: 2, todo: expect.stringContaining('retry the job') },
  })
  const { rows: events } = await sql`select 1 from events where kind = 'job_set_aside'`.execute(server.db)
  expect(events).toHaveLength(1)

  const close = (id: string, retry: boolean) =>
    server.call('POST', `/v1/findings/${id}/close`, { as: world.admin, body: { words: 'Looked into it.', retry } })
  const left = async () =>
    (await sql`select 1 from jobs.job where name = 'test.deadly' and state = 'created'`.execute(server.db)).rows.length
  expect((await close(finding?.id as string, true)).status).toBe(200)
  expect(await left()).toBe(1)
  expect((await close(finding?.id as string, true)).status).toBe(200)
  expect(await left()).toBe(1)
  expect(await findings()).toEqual([])
  await sql`delete from jobs.job where name = 'test.deadly'`.execute(server.db)
})

test('an orderly stop and an error of a job do not count as crashes', async () => {
  const log = server.platform.log
  const guard: JobGuard = jobGuard(server.db, log)
  const id = crypto.randomUUID()
  const job = { id, name: 'test.slow', data: { companyId: world.north.company.id } }
  const starts = async () =>
    (await server.db.selectFrom('auth.job_starts').select('starts').where('id', '=', id).execute()).map((r) => r.starts)
  let end = (_: string) => {}
  const running = guard.run([job], () => new Promise<string>((ok) => (end = ok)))
  await expect.poll(starts).toEqual([1])
  await guard.stop()
  expect(await starts()).toEqual([])
  end('failed')
  expect((await running).get(id)).toBe('failed')
  for (let i = 0; i < 5; i++) expect((await guard.run([job], async () => 'again')).get(id)).toBe('again')
})

test('a stop while the start of a job is being written leaves no start behind', async () => {
  const jobs = Array.from({ length: 20 }, () => ({ id: crypto.randomUUID(), name: 'test.short', data: {} }))
  const all: Promise<void>[] = []
  for (const [i, job] of jobs.entries()) {
    const guard = jobGuard(server.db, server.platform.log)
    const begun = Promise.withResolvers<void>()
    all.push(begun.promise)
    void guard.run([job], () => {
      begun.resolve()
      return new Promise<never>(() => {})
    })
    // Stop after the guard has read earlier starts, at a different point of writing the new one each time.
    await server.db.selectFrom('auth.job_starts').select('id').where('id', '=', job.id).execute()
    for (let turn = 0; turn < i; turn++) await new Promise((go) => setImmediate(go))
    await guard.stop()
  }
  // Every job has begun, so no start is still being written.
  await Promise.all(all)
  const left = await server.db.selectFrom('auth.job_starts').select('id').where('name', '=', 'test.short').execute()
  expect(left).toEqual([])
})

test('a schedule that killed its process twice is not started again until it is retried', async () => {
  const { log } = server.platform
  const job = () => ({ id: crypto.randomUUID(), name: 'test.every-hour', data: {}, schedule: true as const })
  for (let i = 0; i < 2; i++) {
    // The process dies before the handler ends, so the guard never sees the result.
    let started = false
    void jobGuard(server.db, log).run([job()], () => {
      started = true
      return new Promise(() => {})
    })
    await expect.poll(() => started).toBe(true)
  }
  let runs = 0
  const run = () => jobGuard(server.db, log).run([job()], async () => ++runs)
  await run()
  await run()
  expect(runs).toBe(0)
  const [finding] = await findings()
  expect(finding).toMatchObject({ company: { id: world.provider.id }, found: { job: 'test.every-hour' } })
  const body = { words: 'Fixed.', retry: true }
  await server.call('POST', `/v1/findings/${finding?.id}/close`, { as: world.admin, body })
  await run()
  expect(runs).toBe(1)
})

test('a job that exceeds its limits runs once more, then it is set aside with its input', async () => {
  const job = {
    id: crypto.randomUUID(),
    name: 'test.honest',
    data: { companyId: world.north.company.id, word: 'large' },
  }
  const other = { ...job, id: crypto.randomUUID() }
  const attempts: Attempt[] = []
  const guard = jobGuard(server.db, server.platform.log)
  const run = () =>
    guard.run([job, other], async ({ id }, attempt) => {
      if (id === other.id) return 'done'
      attempts.push(attempt)
      throw new LimitExceeded('Drawing a PDF took too much memory.')
    })
  const results = await run()
  expect([results.get(job.id), results.get(other.id)]).toEqual([undefined, 'done'])
  expect(attempts).toEqual([{ last: false }, { last: true }])
  await run()
  expect(attempts).toHaveLength(2)
  const [finding, ...others] = await findings()
  expect(others).toEqual([])
  expect(finding).toMatchObject({
    company: { id: world.north.company.id },
    title: expect.stringContaining('The job test.honest exceeded its time or memory limit 2 times'),
    found: { job: 'test.honest', about: 'word large', starts: 2, reason: 'Drawing a PDF took too much memory.' },
  })
  await server.call('POST', `/v1/findings/${finding?.id}/close`, {
    as: world.admin,
    body: { words: 'Larger limit.', retry: true },
  })
  const { rows } = await sql<{ data: object }>`
    select data from jobs.job where name = 'test.honest' and state = 'created'`.execute(server.db)
  expect(rows).toEqual([{ data: job.data }])
})

test('the queue runs a job that exceeds its limits twice and no more', async () => {
  const data = { companyId: world.north.company.id, word: 'from the queue' }
  await server.platform.jobs.send(server.db, 'test.large', data as never)
  const state = () =>
    sql<{ state: string }>`select state::text from jobs.job where name = 'test.large'`.execute(server.db)
  const { messages } = await runJobs(async () => (await state()).rows[0]?.state === 'completed')
  expect(messages.filter((word) => word.startsWith('large, '))).toEqual(['large, last: false', 'large, last: true'])
  expect(await findings()).toMatchObject([{ found: { job: 'test.large', about: 'word from the queue' } }])
  await server.db.deleteFrom('findings').execute()
})

test('a job whose first attempt was made by its sender has one attempt left', async () => {
  const data = { companyId: world.north.company.id, word: 'left to a job' }
  await server.db.transaction().execute((tx) => server.platform.jobs.send(tx, 'test.honest', data, { exceeded: true }))
  const { rows } = await sql<{ id: string }>`
    select id from jobs.job where name = 'test.honest' and data->>'word' = ${data.word}`.execute(server.db)
  const attempts: Attempt[] = []
  const run = async (_: object, attempt: Attempt) => {
    attempts.push(attempt)
    throw new LimitExceeded('Too much.')
  }
  await jobGuard(server.db, server.platform.log).run([{ id: rows[0]?.id as string, name: 'test.honest', data }], run)
  expect(attempts).toEqual([{ last: true }])
  expect(await findings()).toMatchObject([{ found: { about: 'word left to a job' } }])
  await server.db.deleteFrom('findings').execute()
})

test('an event that killed its process twice is set aside, the others are handled, and staff retry it', async () => {
  const companyId = world.north.company.id
  const happen = (...words: string[]) =>
    server.db.transaction().execute(async (tx) => {
      for (const word of words)
        await publish(tx, systemOf(companyId), {
          companyId,
          topic: 'ticket',
          kind: 'reply',
          subjectId: crypto.randomUUID(),
          data: { word },
        })
    })
  const read = (until: (messages: string[]) => boolean | Promise<boolean>) => runJobs(until, 'deadly-events')
  await happen('one', 'deadly', 'two')
  expect(await read(never)).toMatchObject({ killedBy: 'SIGKILL' })
  expect(await read(never)).toMatchObject({ killedBy: 'SIGKILL' })
  expect(await findings()).toEqual([])
  const third = await read(async (all) => all.includes('two') && (await feedState(server.platform)).behind === 0)
  expect(third.killedBy).toBeUndefined()
  expect(third.messages.filter((word) => word === 'one')).toHaveLength(1)
  expect(await feedState(server.platform)).toEqual({ behind: 0, setAside: 1 })
  const [finding, ...others] = await findings()
  expect(others).toEqual([])
  expect(finding).toMatchObject({
    company: { id: companyId },
    title: expect.stringContaining('The event ticket reply stopped the server 2 times'),
    found: { job: 'notifications.retry-event', starts: 2 },
  })
  await server.call('POST', `/v1/findings/${finding?.id}/close`, {
    as: world.admin,
    body: { words: 'Fixed.', retry: true },
  })
  const { rows } = await sql<{ data: RetryEvent }>`
    select data from jobs.job where name = ${RETRY_EVENT} and state = 'created'`.execute(server.db)
  expect(rows).toHaveLength(1)
  await retryEvent(server.platform, rows[0]?.data as RetryEvent)
  expect(await feedState(server.platform)).toEqual({ behind: 0, setAside: 0 })
  expect(await read(never)).toMatchObject({ killedBy: 'SIGKILL' })
})
