// The workspace of a test run: one run per folder, with a temporary folder of its own that is removed afterwards.
import {
  chmodSync,
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

export type Workspace = {
  /** Replaces the system's temporary folder for every process of the run. */
  temporary: string
  /** Ends leftover processes and removes the folder. Returns the command lines of the ended processes. */
  close: () => string[]
}

/** Locks the project folder for this run. Throws UsageError if another run holds it or the disk is almost full. */
export function openWorkspace(): Workspace {
  requireSpace()
  takeLock()
  const temporary = mkdtempSync(path.join(tmpdir(), 'portal tests '))
  // As the system's temporary folder, it can be crossed by every user: a database server runs as another one.
  chmodSync(temporary, 0o711)
  let ended: string[] | undefined
  return {
    temporary,
    close() {
      if (ended) return ended
      ended = endLeftovers(temporary)
      rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
      if (lockHolder() === process.pid) rmSync(LOCK, { force: true })
      return ended
    },
  }
}

function requireSpace(): void {
  const { bavail, bsize } = statfsSync(tmpdir())
  const free = bavail * bsize
  if (free >= SPACE_NEEDED) return
  const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000)} MB`
  throw new UsageError(
    `The tests need ${megabytes(SPACE_NEEDED)} in ${tmpdir()}, but only ${megabytes(free)} are free. Free some space, or set TMPDIR to a folder with more.`,
  )
}

function takeLock(): void {
  mkdirSync(path.dirname(LOCK), { recursive: true })
  // Linking a complete file makes the lock appear with its content.
  const mine = `${LOCK}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    for (;;) {
      try {
        linkSync(mine, LOCK)
        return
      } catch (e) {
        if ((e as { code?: string }).code !== 'EEXIST') throw e
      }
      const holder = lockHolder()
      if (holder && isRunning(holder)) {
        throw new UsageError(
          `npm test is already running in this folder (process ${holder}). Wait until it ends, or stop it first. If that process is something else, delete ${LOCK}.`,
        )
      }
      // The run that held the lock was killed before it could remove it.
      rmSync(LOCK, { force: true })
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Returns the process that holds the lock, or 0. */
function lockHolder(): number {
  try {
    return Number(readFileSync(LOCK, 'utf8'))
  } catch {
    return 0
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
