// The workspace of a test run: one run per folder, with a temporary folder of its own that is removed afterwards.
import {
  accessSync,
  chmodSync,
  constants,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { UsageError } from './options.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')
/** The folder for traces and screenshots of failed browser tests, and for `flaky.json`. */
export const RESULTS = path.join(ROOT, 'test-results')
const LOCK = path.join(ROOT, 'node_modules', '.cache', 'test.lock')
/** Bytes that a run needs for databases, uploads and browser profiles, with some reserve. */
const SPACE_NEEDED = 1_200_000_000
/** With less than this, a database cannot write its next file. */
const SPACE_LEFT = 50_000_000
const PREFIX = 'portal tests '

export type Workspace = {
  /** Replaces the system's temporary folder for every process of the run. */
  temporary: string
  /** Returns a sentence if the disk was full at some time during the run, because tests fail then without a reason. */
  whatWasFull: () => string | undefined
  /** Ends leftover processes and removes the folder. Returns the command lines of the ended processes. */
  close: () => string[]
}

/** A folder in memory, which Linux has. */
const MEMORY = '/dev/shm'
/** Bytes of available memory that a run leaves to the tests themselves when its files are in memory as well. */
const MEMORY_NEEDED = 8_000_000_000

/**
 * Locks the project folder for this run, and removes what a killed run left. Throws UsageError if another run holds it
 * or the disk is almost full.
 */
export function openWorkspace(lock = LOCK): Workspace {
  const place = temporaryPlace(process.env.TMPDIR, freeInMemory(), process.availableMemory())
  requireSpace(place)
  const temporary = mkdtempSync(path.join(place, PREFIX))
  try {
    takeLock(lock, temporary)
  } catch (e) {
    rmSync(temporary, { recursive: true })
    throw e
  }
  // Every user can enter it, as the system's temporary folder, because a database server runs as another user.
  chmodSync(temporary, 0o711)
  let least = freeIn(place)
  const measure = () => {
    least = Math.min(least, freeIn(place))
  }
  const watch = setInterval(measure, 1_000).unref()
  let ended: string[] | undefined
  return {
    temporary,
    whatWasFull() {
      measure()
      if (least >= SPACE_LEFT) return undefined
      return `The disk was full: ${place} had ${megabytes(least)} left. Free some space, or set TMPDIR to a folder with more, and run the tests again.`
    },
    close() {
      if (ended) return ended
      clearInterval(watch)
      ended = remove(temporary)
      if (lockHolder(lock).pid === process.pid) rmSync(lock, { force: true })
      return ended
    },
  }
}

/**
 * Returns the folder for temporary files: memory if there is plenty and TMPDIR is not set, otherwise the system's
 * temporary folder. Each test file clones a database of 1,300 files, which takes about ten times the CPU time on ext4
 * (docs/testing.md has the measurement).
 */
export function temporaryPlace(chosen: string | undefined, inMemory: number, available: number): string {
  const plenty = inMemory >= SPACE_NEEDED && available >= SPACE_NEEDED + MEMORY_NEEDED
  return !chosen && plenty ? MEMORY : tmpdir()
}

/** Returns the bytes that are free in memory for files, or 0 if a run cannot have its files there. */
function freeInMemory(): number {
  try {
    accessSync(MEMORY, constants.W_OK)
    // Tests also start a copy of the database server, which some systems forbid there.
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
    const options = mounts.find((line) => line.split(' ')[1] === MEMORY)?.split(' ')[3]
    return options === undefined || options.split(',').includes('noexec') ? 0 : freeIn(MEMORY)
  } catch {
    return 0
  }
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000)} MB`

/** Returns the free bytes of a folder, or 0 if it does not exist. */
function freeIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

function requireSpace(place: string): void {
  const free = freeIn(place)
  if (free >= SPACE_NEEDED) return
  throw new UsageError(
    `The tests need ${megabytes(SPACE_NEEDED)} in ${place}, but only ${megabytes(free)} are free. Free some space, or set TMPDIR to a folder with more.`,
  )
}

/** Removes the folder, after ending the processes that still work in it. Returns their command lines. */
function remove(temporary: string): string[] {
  const ended = endLeftovers(temporary)
  rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  return ended
}

function takeLock(lock: string, temporary: string): void {
  mkdirSync(path.dirname(lock), { recursive: true })
  // Linking a complete file makes the lock appear with its content.
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, `${process.pid} ${temporary}`)
  try {
    for (;;) {
      try {
        linkSync(mine, lock)
        return
      } catch (e) {
        if ((e as { code?: string }).code !== 'EEXIST') throw e
      }
      const holder = lockHolder(lock)
      if (holder.pid && isRunning(holder.pid)) {
        throw new UsageError(
          `npm test is already running in this folder (process ${holder.pid}). Wait until it ends, or stop it first. If that process is something else, delete ${lock}.`,
        )
      }
      // The run that held the lock was killed before it could remove anything.
      if (path.basename(holder.temporary).startsWith(PREFIX)) remove(holder.temporary)
      rmSync(lock, { force: true })
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Returns the process that holds the lock, or 0, and its temporary folder. */
function lockHolder(lock: string): { pid: number; temporary: string } {
  try {
    const [pid = '', ...folder] = readFileSync(lock, 'utf8').split(' ')
    return { pid: Number(pid), temporary: folder.join(' ') }
  } catch {
    return { pid: 0, temporary: '' }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (e) {
    return (e as { code?: string }).code === 'EPERM'
  }
}

/**
 * Kills every process that works in the folder, because servers survive the death of their parent. Works on Linux only,
 * where /proc shows command lines and environments. Returns the command lines.
 */
function endLeftovers(folder: string): string[] {
  if (process.platform !== 'linux') return []
  const ended: string[] = []
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (Number(pid) === process.pid) continue
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      // Every process of the run has the folder in TMPDIR; a database server has it in its arguments only.
      if (!command.includes(folder) && !readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder)) continue
      process.kill(Number(pid), 'SIGKILL')
      ended.push(command.replaceAll('\0', ' ').trim().slice(0, 120))
    } catch {
      // The process has ended meanwhile or belongs to another user.
    }
  }
  return ended
}
