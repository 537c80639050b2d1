// Makes a backup while users write, restores it into an empty database, and uses the result.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadBackup, saveBackup } from '../src/server/platform/database/backup.ts'
import { createDatabase } from '../src/server/platform/database/embedded.ts'
import type { OwnDatabase } from './harness/database.ts'
import { APP_SECRET, OWNER_PASSWORD } from './harness/secrets.ts'
import { startServer, type TestServer, type World } from './harness/server.ts'

let server: TestServer
let world: World
const room = mkdtempSync(path.join(tmpdir(), 'portal backup '))
const empties: { name: string; url: string }[] = []

/** Creates an empty database, as a new installation has. */
async function emptyDatabase(): Promise<string> {
  const { port, superuserPassword } = inject('cluster')
  const name = `b_${crypto.randomUUID().replaceAll('-', '')}`
  await createDatabase(`postgres://postgres:${superuserPassword}@127.0.0.1:${port}/postgres`, name, OWNER_PASSWORD)
  const url = `postgres://portal_owner:${OWNER_PASSWORD}@127.0.0.1:${port}/${name}`
  empties.push({ name, url })
  return url
}
const ask = async <T extends pg.QueryResultRow>(url: string, text: string) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}
const files = () => path.join(server.env.dataDir, 'files')
const open = (subject: string, more: object = {}) =>
  server.call<{ id: string }>('POST', '/v1/tickets', {
    as: world.north.owner,
    body: {
      subject,
      description: 'It stopped at six. “Überall”, said Zoë:\n\n\t\\u0041\u2028\u2029\u0085 and on',
      ...more,
    },
  })

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(async () => {
  await server.close()
  const { port, superuserPassword } = inject('cluster')
  for (const { name } of empties)
    await ask(
      `postgres://postgres:${superuserPassword}@127.0.0.1:${port}/postgres`,
      `drop database ${name} with (force)`,
    )
  rmSync(room, { recursive: true, force: true })
})

test('a backup that is made under load restores completely, and the product works on it', async () => {
  const uploaded = await server.call<{ id: string }>('PUT', '/v1/files?name=log.txt', {
    as: world.north.owner,
    raw: 'what the log said',
    headers: { 'content-type': 'text/plain' },
  })
  expect(uploaded.status).toBe(201)
  const kept = await open('With a file', { fileIds: [uploaded.body.id] })
  expect(kept.status).toBe(201)

  let writing = true
  let written = 0
  const refused: number[] = []
  const writers = [0, 1].map(async (lane) => {
    for (let i = 0; writing; i++) {
      const r = await open(`Written meanwhile ${lane} ${i}`)
      if (r.status === 201) written++
      else refused.push(r.status)
    }
  })
  await expect.poll(() => written).toBeGreaterThan(20)
  const folder = path.join(room, 'one')
  const manifest = await saveBackup(server.database.ownerUrl, folder, files())
  const then = written
  await expect.poll(() => written).toBeGreaterThan(then)
  writing = false
  await Promise.all(writers)
  expect(refused).toEqual([])

  const url = await emptyDatabase()
  const restored = path.join(room, 'restored files')
  await loadBackup(url, APP_SECRET, folder, restored)

  // A backup of the restored database has the same lines.
  const again = path.join(room, 'two')
  const second = await saveBackup(url, again, restored)
  expect(second.tables).toEqual(manifest.tables)
  expect(second.sequences).toEqual(manifest.sequences)
  for (const { name } of manifest.tables) {
    const lines = (of: string) =>
      gunzipSync(readFileSync(path.join(of, 'tables', `${name}.jsonl.gz`)))
        .toString()
        .split('\n')
        .sort()
    expect(lines(again), name).toEqual(lines(folder))
  }
  // The backup is one consistent snapshot: stored counts match the rows.
  expect(
    await ask(
      url,
      `select company_id, status, count from ticket_counts where count > 0
       except select company_id, status, count(*) from tickets group by 1, 2`,
    ),
  ).toEqual([])
  // Triggers and foreign keys are the same as in the original.
  const bounds = `select conrelid::regclass::text as "on", conname, condeferrable, condeferred, convalidated from pg_constraint order by 1, 2`
  expect(await ask(url, bounds)).toEqual(await ask(server.database.ownerUrl, bounds))
  expect(await ask(url, `select tgname from pg_trigger where tgenabled <> 'O'`)).toEqual([])

  const copy: OwnDatabase = { name: '', ownerUrl: url, superuserUrl: url, drop: async () => {} }
  const revived = await startServer({ DATA_DIR: path.join(room, 'data') }, copy)
  try {
    const numbers = await ask<{ last: number }>(url, 'select max(number)::int as last from tickets')
    const opened = await revived.call<{ number: number }>('POST', '/v1/tickets', {
      as: world.north.owner,
      body: { subject: 'After the restore', description: 'It goes on.' },
    })
    // The token was signed for another URL, so sign in again.
    expect(opened.status).toBe(401)
    const owner = await revived.person(world.north.company, 'owner')
    const next = await revived.call<{ number: number }>('POST', '/v1/tickets', {
      as: owner,
      body: { subject: 'After the restore', description: 'It goes on.' },
    })
    expect([next.status, next.body.number > (numbers[0]?.last ?? 0)]).toEqual([201, true])
    const ticket = await revived.call<{ attachments: { id: string }[] }>('GET', `/v1/tickets/${kept.body.id}`, {
      as: owner,
    })
    expect(ticket.body.attachments).toHaveLength(1)
  } finally {
    await revived.close()
  }
  expect(readFileSync(path.join(restored, uploaded.body.id.slice(-2), uploaded.body.id), 'utf8')).toBe(
    'what the log said',
  )
})

test('a backup is complete or does not exist, and overwrites nothing', async () => {
  const folder = path.join(room, 'taken')
  mkdirSync(folder)
  await expect(saveBackup(server.database.ownerUrl, folder, files())).rejects.toThrow('already exists')
  const good = path.join(room, 'good')
  await saveBackup(server.database.ownerUrl, good, files())
  await expect(loadBackup(server.database.ownerUrl, APP_SECRET, good, path.join(room, 'x'))).rejects.toThrow(
    'The database already contains companies',
  )
  await expect(loadBackup(await emptyDatabase(), APP_SECRET, folder, path.join(room, 'x'))).rejects.toThrow(
    'is not a backup',
  )

  // A backup with a missing line is rejected, and nothing of it is restored.
  const damaged = path.join(good, 'tables', 'public.tickets.jsonl.gz')
  writeFileSync(damaged, gzipSync(gunzipSync(readFileSync(damaged)).toString().split('\n').slice(1).join('\n')))
  const url = await emptyDatabase()
  await expect(loadBackup(url, APP_SECRET, good, path.join(room, 'y'))).rejects.toThrow('The backup is damaged')
  expect(await ask(url, 'select from companies')).toHaveLength(0)
})
