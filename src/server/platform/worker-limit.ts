import type { Worker } from 'node:worker_threads'
import { LimitExceeded } from './jobs/limit-exceeded.ts'

/** Milliseconds between two checks. */
const CHECK_MS = 250
/** Minutes after which a thread counts as stuck, even if it uses no processor time. */
const STUCK_MINUTES = 10

/**
 * Limits the processor time of a worker thread from now on. `exceeded` rejects with LimitExceeded. Waiting for a busy
 * machine does not count, since then the same work takes longer but costs the same.
 */
export function limitWorker(worker: Worker, seconds: number, what: string) {
  const { promise: exceeded, reject } = Promise.withResolvers<never>()
  // The caller may have its result before this rejects.
  exceeded.catch(() => {})
  let base: number | undefined
  const check = async () => {
    // A thread that has ended has no usage. Its end is reported by its own events.
    const usage = await worker.cpuUsage().catch(() => undefined)
    if (!usage) return
    const used = (usage.user + usage.system) / 1e6
    base ??= used
    if (used - base >= seconds)
      reject(new LimitExceeded(`${what} took more than ${seconds} seconds of processor time.`))
  }
  void check()
  const checking = setInterval(check, CHECK_MS)
  const stuck = setTimeout(
    () => reject(new LimitExceeded(`${what} was not done after ${STUCK_MINUTES} minutes.`)),
    STUCK_MINUTES * 60_000,
  )
  return {
    exceeded,
    stop() {
      clearInterval(checking)
      clearTimeout(stuck)
    },
  }
}

/** Returns the error to report for an `error` event of a worker: LimitExceeded if its memory was used up. */
export const errorOfWorker = (e: unknown, what: string): unknown =>
  (e as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new LimitExceeded(`${what} took too much memory.`)
    : e
