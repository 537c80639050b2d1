// Processes of this machine: whether one is running, when it started, and the output of a program.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const isWindows = process.platform === 'win32'

/** Runs a program and returns its output. */
export const outputOf = (file: string, args: string[]) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/**
 * Returns the start time of a process, which tells it apart from a later one with the same id. Undefined when it is not
 * running, and empty when it is running but the time is unknown.
 */
export function getStartTime(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name in parentheses can contain anything, so start after it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z') return undefined
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
    }
    return isWindows ? '' : outputOf('ps', ['-o', 'lstart=', '-p', String(pid)]).trim()
  } catch {
    return ''
  }
}

/** Returns whether a process with this id is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Returns the code of an error, such as ENOENT. */
export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code
