import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_SECRET } from '../../../../test/harness/secrets.ts'
import { runningEmbedded, startEmbedded } from './embedded.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'embedded database '))
const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid')
const said: string[] = []
let database: Awaited<ReturnType<typeof startEmbedded>>

const pid = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
async function ask(text: string): Promise<unknown[]> {
  const client = new pg.Client(database.url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
const back = () => expect.poll(() => ask('select value from kept').catch(() => []))

beforeAll(async () => {
  database = await startEmbedded({ appSecret: APP_SECRET, dataDir }, (line) => said.push(line))
  await ask(`create table kept as select 'yes' as value`)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))

test('a killed server is restarted at the same address, each time', async () => {
  for (let round = 0; round < 2; round++) {
    const before = pid()
    process.kill(before, 'SIGKILL')
    await back().toEqual([{ value: 'yes' }])
    expect(pid()).not.toBe(before)
  }
  // The database answers a moment before this is logged.
  await expect.poll(() => said.filter((line) => line === 'The database is running again.').length).toBe(2)
})

test('a server that cannot start, for example on a full disk, is retried until it can, and the log has the reason', async () => {
  const wal = path.join(dataDir, 'postgres', 'pg_wal')
  renameSync(wal, `${wal}.away`)
  said.length = 0
  process.kill(pid(), 'SIGKILL')
  await expect.poll(() => said.filter((line) => /pg_wal/.test(line)).length).toBeGreaterThan(1)
  renameSync(`${wal}.away`, wal)
  await back().toEqual([{ value: 'yes' }])
})

test('a stopped server stays stopped, and releases the folder', async () => {
  await database.stop()
  said.length = 0
  expect(runningEmbedded({ appSecret: APP_SECRET, dataDir })).toBeUndefined()
  database = await startEmbedded({ appSecret: APP_SECRET, dataDir }, (line) => said.push(line))
  expect(await ask('select value from kept')).toEqual([{ value: 'yes' }])
  // The database also stops while it is being restarted.
  process.kill(pid(), 'SIGKILL')
  await expect.poll(() => said).toContain('The database stopped unexpectedly. Restarting it.')
  await database.stop()
  expect(runningEmbedded({ appSecret: APP_SECRET, dataDir })).toBeUndefined()
})
