// How long this run waits before it gives something up. A limit exists to end what hangs, never to judge how fast it is:
// every limit is multiplied by how much slower this machine is now than the one they were set on.
import { Worker } from 'node:worker_threads'

/** Milliseconds that two threads need at the same time for `WORK` on two idle cores of the reference machine. */
const REFERENCE = 1_000
/** Rounds of a 32-bit mixing function. */
const WORK = 360_000_000

const source = `
  let x = 1
  for (let i = 0; i < ${WORK}; i++) x = Math.imul(x ^ (x >>> 15), 0x2c1b3ce9) + i | 0
  require('node:worker_threads').parentPort.postMessage(x)`

/**
 * Returns by which factor this machine is slower than the reference, at least 1: two threads do a fixed piece of work at
 * the same time, so that a single core, a slow one and one that is busy with other things all show.
 */
export async function measurePatience(): Promise<number> {
  const start = performance.now()
  await Promise.all(
    [1, 2].map(
      () =>
        new Promise<void>((ok, no) => {
          const worker = new Worker(source, { eval: true, execArgv: [] })
          worker.once('message', () => ok())
          worker.once('error', no)
        }),
    ),
  )
  const factor = (performance.now() - start) / REFERENCE
  return Math.max(1, Math.round(factor * 10) / 10)
}

/** Returns the factor of this run: `TEST_PATIENCE`, which the configurations of the runners set where it is missing. */
export const patience = (): number => Math.max(1, Number(process.env.TEST_PATIENCE) || 1)

/** Returns a limit in milliseconds, longer by the factor of this run. */
export const patient = (ms: number): number => Math.ceil(ms * patience())

/** Base limits in milliseconds. None is tuned to a test: what takes longer than these hangs. */
export const LIMIT = {
  expect: 30_000,
  test: 120_000,
  browserTest: 240_000,
  start: 120_000,
}
