import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnDatabase, ownDatabase } from '../../../../test/harness/database.ts'
import { openDatabase } from '../database/db.ts'
import { createLogger } from '../observability/log.ts'
import { createJobs, type Jobs } from './jobs.ts'

let database: OwnDatabase
let jobs: Jobs
let owner: pg.Client
beforeAll(async () => {
  database = await ownDatabase()
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  jobs = await createJobs(database.ownerUrl, createLogger('silent'))
})
afterAll(async () => {
  await jobs.close()
  await owner.end()
  await database.drop()
})

test('a second start keeps queues and schedules, adds new ones and changes a schedule whose time differs', async () => {
  const handler = async () => {}
  const declare = (names: string[], crons: Record<string, string>) =>
    jobs.declare(
      names.map((name) => ({ name, handler })),
      Object.entries(crons).map(([name, cron]) => ({ name, cron, handler })),
    )
  const found = async () => {
    const queues = await owner.query(
      `select name, notify, retry_limit from jobs.queue where name like 'test.%' order by 1`,
    )
    const schedules = await owner.query(
      `select name, cron, timezone from jobs.schedule where name like 'test.%' order by 1`,
    )
    return { queues: queues.rows.map((q) => Object.values(q)), schedules: schedules.rows.map((s) => Object.values(s)) }
  }
  await declare(['test.first'], { 'test.hourly': '0 * * * *', 'test.daily': '0 3 * * *' })
  // Earlier versions looked for due schedules every few seconds instead.
  await owner.query(`update jobs.queue set notify = false where name in ('test.hourly', '__pgboss__send-it')`)
  await declare(['test.first'], { 'test.hourly': '0 * * * *', 'test.daily': '0 3 * * *' })
  expect((await owner.query(`select name from jobs.queue where not notify`)).rows).toEqual([])
  const before = await found()
  expect(before).toEqual({
    queues: [
      ['test.daily', true, 1],
      ['test.first', true, 5],
      ['test.hourly', true, 1],
    ],
    schedules: [
      ['test.daily', '0 3 * * *', 'UTC'],
      ['test.hourly', '0 * * * *', 'UTC'],
    ],
  })
  await declare(['test.first', 'test.second'], { 'test.hourly': '30 * * * *', 'test.daily': '0 3 * * *' })
  expect(await found()).toEqual({
    queues: [...before.queues, ['test.second', true, 5]],
    schedules: [
      ['test.daily', '0 3 * * *', 'UTC'],
      ['test.hourly', '30 * * * *', 'UTC'],
    ],
  })
})

const openOwn = () =>
  openDatabase({
    tenantUrl: database.ownerUrl,
    staffUrl: database.ownerUrl,
    ownerUrl: database.ownerUrl,
    max: 2,
    log: createLogger('silent'),
  })

test('jobs run that were added while the listening connection was down', async () => {
  const db = openOwn()
  const own = await createJobs(database.ownerUrl, createLogger('silent'), { lookMs: 200 })
  const ran: string[] = []
  const lost = { name: 'test.lost', handler: async () => void ran.push('lost') }
  await own.declare([lost], [])
  await own.work({ db }, [lost], [])
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`,
  )
  // Added by SQL, so no notification arrives when the connection is back either.
  await owner.query(`insert into jobs.job (name, data) values ($1, '{}')`, [lost.name])
  await expect.poll(() => ran).toEqual(['lost'])
  await own.close()
  await db.close()
})

test('urgent jobs run before others that wait', async () => {
  const db = openOwn()
  const own = await createJobs(database.ownerUrl, createLogger('silent'))
  const ran: number[] = []
  const all = Promise.withResolvers<void>()
  const definition = {
    name: 'test.urgent',
    handler: async (_: object, { n }: { companyId: string; n: number }) => {
      if (ran.push(n) === 30) all.resolve()
    },
  }
  await own.declare([definition], [])
  const some = Array.from({ length: 30 }, (_, n) => ({ data: { companyId: crypto.randomUUID(), n }, urgent: n >= 25 }))
  await own.sendAll(db.system, 'test.urgent', some)
  await own.work({ db }, [definition], [])
  await all.promise
  // Jobs are fetched in batches of ten.
  expect(ran.slice(0, 10).filter((n) => n >= 25)).toHaveLength(5)
  await own.close()
  await db.close()
})

test('delayed jobs and schedules run, although nothing wakes their workers', async () => {
  const db = openOwn()
  const ran: string[] = []
  const later = {
    name: 'test.later',
    handler: async (_: object, { word }: { companyId: string; word: string }) => void ran.push(word),
  }
  const yearly = { name: 'test.yearly', cron: '0 3 1 1 *', handler: async () => void ran.push('yearly') }
  await jobs.declare([later], [yearly])
  await jobs.work({ db }, [later], [yearly])
  await jobs.send(db.system, later.name, { companyId: crypto.randomUUID(), word: 'delayed' }, { after: 1 })
  await owner.query(`insert into jobs.job (name, data, start_after) values ($1, '{}', now() + interval '1 second')`, [
    yearly.name,
  ])
  await expect.poll(() => ran.toSorted()).toEqual(['delayed', 'yearly'])
  await jobs.close()
  await db.close()
})
