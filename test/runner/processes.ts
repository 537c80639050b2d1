// Starts and stops the programs of a test run.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { LIMIT, patient } from '../harness/patience.ts'
import { ROOT } from './workspace.ts'

export type Ended = { good: boolean; output: string; signal: NodeJS.Signals | null }
type How = { env?: Record<string, string>; show?: boolean }

const running = new Set<ChildProcess>()
let stopping = false

/** Returns the path of an installed command. */
export const bin = (name: string): string => path.join(ROOT, 'node_modules/.bin', name)

/** Runs a program and returns its output. With `show`, its standard output also appears as it comes. */
export function run(command: string, args: string[], { env = {}, show = false }: How = {}): Promise<Ended> {
  // A run that is being stopped must not go on with the next program.
  if (stopping) return new Promise(() => {})
  return new Promise((ok) => {
    const terminal = show && process.stdout.isTTY
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', terminal ? 'inherit' : 'pipe', 'pipe'],
    })
    running.add(child)
    let output = ''
    child.stdout?.on('data', (d) => {
      output += d
      if (show) process.stdout.write(d)
    })
    child.stderr?.on('data', (d) => {
      output += d
    })
    child.once('error', (e) => {
      output += e.message
    })
    child.once('close', (code, signal) => {
      running.delete(child)
      if (!stopping) ok({ good: code === 0, output, signal })
    })
  })
}

/**
 * Interrupts all running programs and prevents new ones. Resolves when all have ended; one that ignores the
 * interruption is killed.
 */
export async function stopAll(): Promise<void> {
  stopping = true
  const kill = setTimeout(() => {
    for (const child of running) child.kill('SIGKILL')
  }, patient(LIMIT.expect))
  await Promise.all(
    [...running].map((child) => {
      const closed = new Promise((ok) => child.once('close', ok))
      child.kill('SIGINT')
      return closed
    }),
  )
  clearTimeout(kill)
}
