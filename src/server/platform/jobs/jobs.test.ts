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
  const before = await found()
  expect(before).toEqual({
    queues: [
      ['test.daily', false, 1],
      ['test.first', true, 5],
      ['test.hourly', false, 1],
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

test('delayed jobs and schedules run, although nothing wakes their workers', async () => {
  const db = openDatabase({
    tenantUrl: database.ownerUrl,
    staffUrl: database.ownerUrl,
    ownerUrl: database.ownerUrl,
    max: 2,
    log: createLogger('silent'),
  })
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
