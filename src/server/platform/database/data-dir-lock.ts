// The lock of DATA_DIR: only one process at a time may use it.

import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { codeOf, getStartTime } from './host-process.ts'

/**
 * Locks the data folder for this process, until `release` is called or the process ends in any way. Throws an Error
 * with a readable message when another running process holds the lock, or when the folder cannot be written.
 */
export function lockDataDir(dir: string): { release(): void } {
  const folder = path.resolve(dir)
  const file = path.join(folder, 'lock')
  const guard = path.join(folder, 'lock.takeover')
  const ownEntry = JSON.stringify({ pid: process.pid, started: getStartTime(process.pid) })
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(`This user can’t write to ${folder}. Change its owner, or set DATA_DIR to another folder.`, {
      cause: error,
    })
  }
  if (!createWith(file, ownEntry)) {
    // Only one process at a time may decide that a lock is stale: otherwise the slower of two could remove the new
    // lock of the faster one.
    const deadline = Date.now() + 5000
    while (!createWith(guard, ownEntry)) {
      if (Date.now() > deadline || holder(guard) === 'dead') rmSync(guard, { force: true })
      else pause(20)
    }
    try {
      if (holder(file) === 'dead') rmSync(file, { force: true })
      if (!createWith(file, ownEntry)) {
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
      if (readFileSync(file, 'utf8') === ownEntry) rmSync(file, { force: true })
    } catch {
      // The lock was deleted together with the folder.
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

/** Returns the process that holds a lock, `dead` when it is no longer running, or `none` when there is no lock. */
function holder(file: string): number | 'dead' | 'none' {
  for (let look = 0; look < 25; look++) {
    try {
      const { pid, started } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; started: string }
      const now = getStartTime(pid)
      return now !== undefined && (now === '' || started === '' || now === started) ? pid : 'dead'
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return 'none'
      // Just created and not written yet, or left empty by a process that was killed in that moment.
      pause(20)
    }
  }
  return 'dead'
}

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
