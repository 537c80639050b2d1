// Work on content that others wrote runs in processes with limits of processor time and memory. They are processes and
// not threads, because V8 ends the whole process when a thread runs out of memory in native code.
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import { LimitExceeded } from './jobs/limit-exceeded.ts'

/** Milliseconds between two checks of the processor time. */
const CHECK_MS = 250
/** Minutes after which a process counts as stuck, even if it uses no processor time. */
const STUCK_MINUTES = 10
/** Clock ticks per second in `/proc` (USER_HZ of Linux, proc_pid_stat(5)). */
const TICKS = 100

/** A message of a bounded process: that it has started, its progress in percent, or how its work ended. */
export type WorkerMessage<Answer> =
  | { ready: true }
  | { id: number; percent: number }
  | { id: number; answer: Answer }
  | { id: number; problem: string }

/**
 * Returns the seconds of processor time that a process used. Without `/proc` (macOS, Windows), returns the elapsed
 * seconds since `begun` instead. Undefined for a process that has ended.
 */
function secondsUsed(pid: number, begun: number): number | undefined {
  if (process.platform !== 'linux') return (Date.now() - begun) / 1000
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses can contain spaces. User and system time are the fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS
  } catch {
    return undefined
  }
}

/**
 * Starts a process that runs `program`, which calls `answerAll` of `bounded-work.ts`, and returns the functions to ask
 * it and to end it. `what` names the work in errors. The process gets no settings of the server.
 */
export function startBounded<Question extends object, Answer>(
  program: URL,
  { megabytes, what }: { megabytes: number; what: string },
) {
  const begun = Date.now()
  const cache = getCompileCacheDir()
  const child = fork(fileURLToPath(program), [], {
    // Keep the young generation small, because the limit of the old space does not include it.
    execArgv: [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=2'],
    env: cache ? { NODE_COMPILE_CACHE: cache } : {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let over = false
  const processEnd = new Promise<void>((ok) => {
    for (const event of ['exit', 'error'] as const)
      child.once(event, () => {
        over = true
        process.off('exit', kill)
        ok()
      })
  })
  const ended = processEnd.then((): never => {
    // V8 ends a process that is out of memory with a signal, or on Windows with a code above 255.
    if (child.signalCode || (child.exitCode ?? 0) > 127) throw new LimitExceeded(`${what} took too much memory.`)
    throw new Error(`${what} failed: its process exited with code ${child.exitCode}.`)
  })
  // The process may end while nobody waits for it.
  ended.catch(() => {})

  /**
   * Waits until `hear` accepts a message of the process. Rejects with LimitExceeded when the process uses more than
   * `seconds` of processor time.
   */
  async function waitFor<T>(
    hear: (message: WorkerMessage<Answer>, ok: (result: T) => void) => void,
    seconds: number,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const listen = (message: WorkerMessage<Answer>) => {
      if ('problem' in message) reject(new Error(message.problem))
      else hear(message, resolve)
    }
    child.on('message', listen as (message: unknown) => void)
    const base = secondsUsed(child.pid ?? 0, begun) ?? 0
    const check = () => {
      const used = secondsUsed(child.pid ?? 0, begun)
      if (used !== undefined && used - base >= seconds)
        reject(new LimitExceeded(`${what} took more than ${seconds} seconds of processor time.`))
    }
    check()
    const checking = setInterval(check, CHECK_MS)
    const stuck = setTimeout(
      () => reject(new LimitExceeded(`${what} did not finish within ${STUCK_MINUTES} minutes.`)),
      STUCK_MINUTES * 60_000,
    )
    try {
      return await Promise.race([promise, ended])
    } catch (e) {
      // Settle only when the process has ended. It holds its memory until then, so the next work has to wait.
      kill()
      await processEnd
      throw e
    } finally {
      clearInterval(checking)
      clearTimeout(stuck)
      child.off('message', listen as (message: unknown) => void)
    }
  }

  let count = 0
  let isReady: Promise<void> | undefined
  return {
    megabytes,
    /** Returns whether the process has ended. */
    hasEnded: () => over,
    /** Waits until the process has loaded its code. Rejects as `ask` does. */
    ready: (seconds: number): Promise<void> =>
      (isReady ??= waitFor((message, ok) => {
        if ('ready' in message) ok()
      }, seconds)),
    /**
     * Returns the answer of the process. `tell` receives the progress in percent. Throws LimitExceeded when the process
     * uses more than `seconds` of processor time for it, or too much memory, and an error with the message of what the
     * work threw. After any error, the process has ended.
     */
    ask(question: Question, seconds: number, tell?: (percent: number) => void): Promise<Answer> {
      const id = ++count
      child.send({ id, question }, () => {})
      return waitFor((message, ok) => {
        if (!('id' in message) || message.id !== id) return
        if ('percent' in message) tell?.(message.percent)
        else if ('answer' in message) ok(message.answer)
      }, seconds)
    },
    /** Lets the server end while the process waits for a question. */
    unref(): void {
      child.unref()
      child.channel?.unref()
    },
    /** Ends the process and waits for its end. */
    async end(): Promise<void> {
      kill()
      await processEnd
    },
  }
}
