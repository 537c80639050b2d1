// Where a run takes place: alone in this folder, in a temporary folder of its own that is gone afterwards, with room to work.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Refused } from './options.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')
/** What failed tests leave to look at, and `flaky.json`. */
export const LEFT = path.join(ROOT, 'test-results')
const LOCK = path.join(ROOT, 'node_modules', '.cache', 'test.lock')
/** Databases, uploads and browser profiles of a run, with room to spare. */
const NEEDED = 1_200_000_000

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (e) {
    return (e as { code?: string }).code === 'EPERM'
  }
}

function takeLock(): void {
  mkdirSync(path.dirname(LOCK), { recursive: true })
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
      return
    } catch (e) {
      if ((e as { code?: string }).code !== 'EEXIST') throw e
    }
    const holder = Number(readFileSync(LOCK, 'utf8'))
    if (holder && alive(holder)) {
      throw new Refused(
        `npm test is already running in this folder (process ${holder}). Wait until it ends, or stop it: two at once would share their results.`,
      )
    }
    // Its run was killed before it could remove it.
    rmSync(LOCK, { force: true })
  }
}

function requireRoom(): void {
  const { bavail, bsize } = statfsSync(tmpdir())
  if (bavail * bsize >= NEEDED) return
  const mb = (bytes: number) => `${Math.floor(bytes / 1_000_000)} MB`
  throw new Refused(
    `The tests need ${mb(NEEDED)} in ${tmpdir()}, and ${mb(bavail * bsize)} are free. Free some space, or set TMPDIR to a folder with more.`,
  )
}

export type Place = {
  /** The folder that every process of the run takes for the system's temporary one. */
  temporary: string
  /** Ends what is still running, and removes the folder. Returns the names of what was still running. */
  leave: () => string[]
}

/** Takes the folder for this run; throws `Refused` when another run has it or the disk is full. */
export function takePlace(): Place {
  requireRoom()
  takeLock()
  const temporary = mkdtempSync(path.join(tmpdir(), 'portal tests '))
  let left: string[] | undefined
  return {
    temporary,
    leave() {
      if (left) return left
      left = endLeftovers(temporary)
      rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
      rmSync(LOCK, { force: true })
      return left
    },
  }
}

/**
 * Ends every process that works in the folder of the run: a database server outlives a parent that was killed. Only Linux
 * says what processes work in; elsewhere nothing is ended. Returns the programs' names.
 */
function endLeftovers(folder: string): string[] {
  if (process.platform !== 'linux') return []
  const names: string[] = []
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (Number(pid) === process.pid) continue
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (!command.includes(folder)) continue
      process.kill(Number(pid), 'SIGKILL')
      names.push(command.replaceAll('\0', ' ').trim().slice(0, 120))
    } catch {
      // It ended meanwhile, or is somebody else's.
    }
  }
  return names
}
