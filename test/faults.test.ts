// The process is stopped, started twice, or cut off from its database. kill.test.ts covers kills.
import { execFile, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { compareDatabases } from '../scripts/compare-databases.ts'
import { migrate } from '../src/server/platform/database/migrate.ts'
import { emptyDatabase, ownDatabase } from './harness/database.ts'
import { lasting } from './harness/fault-time.ts'
import { inLane } from './harness/lane.ts'
import { LIMIT, patient } from './harness/patience.ts'
import { freePort, type Product, ROOT, startProduct } from './harness/process.ts'
import { APP_SECRET } from './harness/secrets.ts'
import { type Writers, writers } from './harness/writers.ts'

const run = promisify(execFile)
const MAIN = path.join(ROOT, 'src/server/main.ts')
/** What a process needs from the environment of the tests. */
const { PATH, NODE_COMPILE_CACHE } = process.env

let scene: Writers
beforeAll(async () => {
  scene = await writers()
})
beforeEach(() => scene.signIn())
afterAll(() => scene.drop())

describe('SIGTERM under load', () => {
  test('answers accepted requests, then exits with code 0, even when the disk of its log is full', async () => {
    const full = existsSync('/dev/full') ? openSync('/dev/full', 'w') : undefined
    const product = await startProduct({ ...scene.settings(), LOG_LEVEL: 'debug' }, [], { stdout: full })
    if (full !== undefined) closeSync(full)
    const w = scene.writer(product.url, 'term')
    await expect.poll(() => w.acknowledged.length).toBeGreaterThan(20)
    expect(await product.stop('SIGTERM')).toBe(0)
    await w.stop()
    expect(w.refused).toEqual([])
    const there = await scene.subjectsLike('term')
    expect(w.acknowledged.filter((s) => !there.includes(s))).toEqual([])
    // A client that got no response can retry with the same key without creating a second ticket.
    const again = await startProduct(scene.settings(), ['--only=web'])
    for (const subject of w.broken.slice(0, 5)) {
      const r = await fetch(`${again.url}/api/v1/tickets`, {
        method: 'POST',
        headers: { ...scene.headers, 'idempotency-key': subject },
        body: JSON.stringify({ subject, description: 'x' }),
      })
      expect(r.status).toBe(201)
      expect((await scene.subjectsLike('term')).filter((s) => s === subject)).toHaveLength(1)
    }
    await again.stop()
  })
})

describe('a database that becomes unavailable', () => {
  /** Starts a proxy between product and database that can be closed. */
  async function gate() {
    const sockets = new Set<Socket>()
    const target = new URL(scene.database.ownerUrl)
    const upstream = { port: Number(target.port), host: target.hostname }
    let open = true
    let refused = 0
    const server: Server = createServer((client) => {
      if (!open) {
        refused++
        return client.destroy()
      }
      const up = connect(upstream)
      for (const s of [client, up]) {
        sockets.add(s)
        s.on('close', () => sockets.delete(s)).on('error', () => {})
      }
      client.pipe(up).pipe(client)
      client.on('close', () => up.destroy())
      up.on('close', () => client.destroy())
    })
    await new Promise<void>((ok) => server.listen(0, '127.0.0.1', ok))
    target.port = String((server.address() as { port: number }).port)
    return {
      url: target.href,
      shut() {
        open = false
        for (const s of sockets) s.destroy()
      },
      reopen() {
        open = true
      },
      refused: () => refused,
      close: () => server.close(),
    }
  }
  let between: Awaited<ReturnType<typeof gate>>
  let product: Product
  beforeAll(async () => {
    between = await gate()
    product = await startProduct({ ...scene.settings(), DATABASE_URL: between.url })
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
    between.close()
  })
  const list = () => fetch(`${product.url}/api/v1/tickets?limit=1`, { headers: scene.headers })
  test('causes 503 with Retry-After, and requests work again without a restart', async () => {
    expect((await list()).status).toBe(200)
    between.shut()
    const away = await list()
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2'])
    expect(((await away.json()) as { error: { code: string } }).error.code).toBe('UNAVAILABLE')
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
    const ready = await fetch(`${product.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ready: false, reason: 'the database is not responding' },
    ])
    // The product keeps trying to connect.
    const tries = between.refused()
    await expect.poll(between.refused).toBeGreaterThan(tries + 3)
    await lasting(inLane(0, 15_000))
    between.reopen()
    await expect.poll(async () => (await list()).status, { interval: 100 }).toBe(200)
    await expect.poll(async () => (await fetch(`${product.url}/readyz`)).status, { interval: 100 }).toBe(200)
  })
  test('backends killed during their work fail only their own requests', async () => {
    const w = scene.writer(product.url, 'busy')
    await expect.poll(() => w.acknowledged.length).toBeGreaterThan(20)
    const root = new pg.Client(scene.database.superuserUrl)
    await root.connect()
    for (let i = 0; i < inLane(6, 15); i++) {
      await root.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename in ('portal_tenant', 'portal_owner') and application_name <> 'the test itself' order by state = 'active' desc limit 2`,
        [scene.database.name],
      )
      // Wait until another request succeeds before the next backends are killed.
      const acknowledged = w.acknowledged.length
      await expect.poll(() => w.acknowledged.length, { interval: 10 }).toBeGreaterThan(acknowledged)
    }
    await root.end()
    const before = w.acknowledged.length
    await expect.poll(() => w.acknowledged.length).toBeGreaterThan(before + 20)
    await w.stop()
    expect([product.child.exitCode, product.child.signalCode]).toEqual([null, null])
    expect(new Set(w.refused)).toEqual(new Set(w.refused.length > 0 ? [503] : []))
    const there = await scene.subjectsLike('busy')
    expect(w.acknowledged.filter((s) => !there.includes(s))).toEqual([])
    expect(new Set(there).size).toBe(there.length)
  })
  test('one killed backend fails at most its own request', async () => {
    expect((await list()).status).toBe(200)
    const root = new pg.Client(scene.database.superuserUrl)
    await root.connect()
    // The backend that was used last, which is the one that is used next.
    const { rowCount } = await root.query(
      `select pg_terminate_backend(pid) from (select pid from pg_stat_activity where usename = 'portal_tenant' and datname = $1
        order by state_change desc limit 1) last`,
      [scene.database.name],
    )
    expect(rowCount).toBe(1)
    await root.end()
    const statuses = []
    for (let i = 0; i < 10; i++) statuses.push((await list()).status)
    expect(statuses.filter((s) => s !== 200).length).toBeLessThanOrEqual(1)
    expect(statuses.at(-1)).toBe(200)
  })
})

describe('migrations', () => {
  test('three starts at once run each migration once', async () => {
    const own = await emptyDatabase()
    const ran = await Promise.all([1, 2, 3].map(() => migrate(own.ownerUrl, APP_SECRET)))
    expect(ran.map((r) => r.length).sort()).toEqual([0, 0, Math.max(...ran.map((r) => r.length))])
    expect(await migrate(own.ownerUrl, APP_SECRET)).toEqual([])
    await own.drop()
  })
  test('simultaneous starts on several databases of one cluster do not collide over its roles', async () => {
    const own = await Promise.all(Array.from({ length: 4 }, () => ownDatabase()))
    for (let round = 0; round < inLane(2, 5); round++)
      expect(await Promise.all(own.map((o) => migrate(o.ownerUrl, APP_SECRET)))).toEqual(own.map(() => []))
    await Promise.all(own.map((o) => o.drop()))
  })
  test('after a start is killed during its migrations, the next start finishes them', async () => {
    const own = await emptyDatabase()
    const reference = await ownDatabase()
    const root = new pg.Client(own.superuserUrl)
    await root.connect()
    const sees = async (what: string) => (await root.query<{ it: boolean }>(`select ${what} as it`)).rows[0]?.it
    const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    const holds = (locks: number) =>
      `(select count(*) from pg_locks where database = (select oid from pg_database where datname = current_database())) > ${locks}`
    /** Starts the product and kills it at the moment. If this test looks too late, the work is finished. */
    const startAndKill = async (moment: string, finished: string) => {
      const child = spawn(process.execPath, [MAIN], {
        env: {
          PATH,
          NODE_COMPILE_CACHE,
          NODE_ENV: 'production',
          DATABASE_URL: own.ownerUrl,
          APP_SECRET,
          ALLOW_INSECURE_HTTP: 'yes',
          PUBLIC_URL: 'http://127.0.0.1:1',
          PORT: String(await freePort()),
        },
        stdio: 'ignore',
      })
      const ended = new Promise((r) => child.once('exit', r))
      await expect.poll(() => sees(`${moment} or ${finished}`), { interval: 1 }).toBe(true)
      child.kill('SIGKILL')
      await ended
    }
    const startAndCompare = async () => {
      const product = await startProduct({ DATABASE_URL: own.ownerUrl })
      expect(await product.stop()).toBe(0)
      expect(await compareDatabases(reference.ownerUrl, own.ownerUrl)).toEqual([])
    }
    // All migrations are one transaction, and its locks show how far it is.
    for (const moment of inLane(
      [holds(100)],
      [`exists (select ${others})`, `exists (select ${others} and backend_xid is not null)`, holds(100), holds(300)],
    ))
      await startAndKill(moment, `to_regclass('public.tickets') is not null`)
    await startAndCompare()
    // Now only functions are pending: all have the text of another version, and one has another body.
    await root.query(
      `set role portal_owner; update schema_functions set sha256 = 'of another version';
       create or replace function company_zone(of_company uuid) returns text language sql return 'earlier'; reset role`,
    )
    await startAndKill(
      `exists (select from pg_locks where relation = 'pg_proc'::regclass and mode = 'RowExclusiveLock')`,
      `not exists (select from schema_functions where sha256 = 'of another version')`,
    )
    await startAndCompare()
    expect(await sees(`exists (select from schema_functions where sha256 = 'of another version')`)).toBe(false)
    await root.end()
    await reference.drop()
    await own.drop()
  })
  test('an index that was made by hand is reported at the start, which succeeds', async () => {
    const own = await ownDatabase()
    const client = new pg.Client(own.ownerUrl)
    await client.connect()
    await client.query('create index by_hand on tickets (subject)')
    await client.end()
    const product = await startProduct({ DATABASE_URL: own.ownerUrl })
    await expect.poll(product.output).toMatch(/^The database differs from this version: index by_hand was added\.$/m)
    expect(await product.stop()).toBe(0)
    await own.drop()
  })
})

describe('settings', () => {
  const start = (env: Record<string, string>, args: string[] = []) =>
    run(process.execPath, [MAIN, ...args], {
      env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production', ...env },
      cwd: tmpdir(),
      timeout: patient(LIMIT.start),
    }).then(
      () => ({ code: 0, stderr: '' }),
      (e: { code: number; stderr: string }) => ({ code: e.code, stderr: e.stderr }),
    )
  test('production refuses to start with a line per missing or bad setting', async () => {
    const none = await start({})
    expect(none.code).toBe(1)
    expect(none.stderr).toMatch(/DATABASE_URL is missing/)
    expect(none.stderr).toMatch(/PUBLIC_URL is missing/)
    expect(none.stderr).toMatch(/APP_SECRET is missing/)
    const bad = await start({
      DATABASE_URL: 'mysql://x',
      PUBLIC_URL: 'portal.example.com',
      APP_SECRET: 'short',
      PORT: 'http',
      LOG_LEVEL: 'loud',
    })
    for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'APP_SECRET', 'PORT', 'LOG_LEVEL'])
      expect(bad.stderr).toMatch(new RegExp(`^  ${name} `, 'm'))
    expect(bad.stderr).not.toContain('short')
  })
  test('a port that is in use gets a clear message', async () => {
    const taken = createServer()
    await new Promise<void>((ok) => taken.listen(0, '127.0.0.1', ok))
    const at = (taken.address() as { port: number }).port
    const r = await start({
      DATABASE_URL: scene.database.ownerUrl,
      PUBLIC_URL: 'http://127.0.0.1:1',
      ALLOW_INSECURE_HTTP: 'yes',
      APP_SECRET,
      PORT: String(at),
    })
    expect([r.code, r.stderr.trim()]).toEqual([
      1,
      `Millwright cannot start: Port ${at} is in use by another program. Stop it, or set PORT to a different one.`,
    ])
    taken.close()
  })
  test('a .env file is read, and the environment takes precedence', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'portal env '))
    writeFileSync(path.join(dir, '.env'), 'PORT=nonsense\nDATABASE_URL=mysql://x\n')
    const r = await run(process.execPath, [MAIN], {
      cwd: dir,
      env: { PATH, NODE_COMPILE_CACHE, PORT: '3999' },
    }).catch((e: { stderr: string }) => e)
    expect(r.stderr).toMatch(/^ {2}DATABASE_URL must/m)
    expect(r.stderr).not.toMatch(/PORT/)
    rmSync(dir, { recursive: true })
  })
})
