// Finds and stops the running Postgres of a data folder.

import { execFile } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, isWindows, outputOf } from './host-process.ts'
import { dataFolder } from './postgres-runner.ts'

export type Server = { pid: number; port: number; status: string }

/** Resolves when a process that is not our child has ended. Polls, since there is no event for it. */
export async function waitForExit(gone: () => boolean): Promise<void> {
  while (!gone()) await sleep(1_000, undefined, { ref: false })
}

// ---- Adopting and stopping

/**
 * Returns the server in postmaster.pid; undefined when there is none. The lines of the file are process, data folder,
 * start time, port, socket folder, address, memory key, status.
 */
export function readPidFile(data: string): Server | undefined {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined
  } catch {
    return undefined
  }
}

/** Returns the port of the Postgres that is running on a data folder; undefined when none is. */
export function runningPort(dir: string): number | undefined {
  const data = dataFolder(realpathSync(dir))
  const server = readPidFile(data)
  return server && isPostmaster(server.pid, data) ? server.port : undefined
}

/** Returns whether a process runs and is the Postgres of this folder: another process may have its id by now. */
export function isPostmaster(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false
  try {
    if (process.platform === 'linux') {
      const [file = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      if (path.basename(file) !== 'postgres') return false
      return args[args.indexOf('-D') + 1] === data || readlinkSync(`/proc/${pid}/cwd`) === data
    }
    if (isWindows) return /"postgres\.exe"/i.test(outputOf('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']))
    const command = outputOf('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
    return command.includes(`/postgres -D ${data} `)
  } catch {
    return false
  }
}

/**
 * Stops the server: fast shutdown, then immediate shutdown, then SIGKILL. `gone` tells whether it has ended, since its
 * process id may belong to another process by then. Throws an Error when it is still running after that.
 */
export async function shutDown(pid: number, gone: () => boolean, patience: number, data: string, native?: string) {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', patience],
    ['SIGQUIT', Math.min(patience, 10_000)],
    ['SIGKILL', 5_000],
  ]
  for (const [name, wait] of steps) {
    if (gone()) return
    // Windows has no signals: terminating the process would be a crash.
    if (isWindows && native && name === 'SIGINT') {
      execFile(path.join(native, 'bin', 'pg_ctl'), ['stop', '-D', data, '-m', 'fast'], { windowsHide: true }, () => {})
    } else sendSignal(pid, name)
    for (const end = Date.now() + wait; Date.now() < end; ) {
      if (gone()) return
      await sleep(isWindows || process.platform === 'linux' ? 20 : 100)
    }
  }
  throw new Error(`The database (process ${pid}) could not be stopped.`)
}

/** Sends a signal to a process, if it is still running. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, name)
  } catch {
    // The process has just ended.
  }
}
