// The time limits of the tests. A limit ends a test that hangs. It never judges how fast something is, so every limit
// is multiplied by how much slower this machine is than the reference machine.
import { Worker } from 'node:worker_threads'

/** Milliseconds that two simultaneous threads take for `ROUNDS` on two idle cores of the reference machine. */
const REFERENCE = 1_000
/** Rounds of a 32-bit mixing function. */
const ROUNDS = 360_000_000

const source = `
  let x = 1
  for (let i = 0; i < ${ROUNDS}; i++) x = Math.imul(x ^ (x >>> 15), 0x2c1b3ce9) + i | 0
  require('node:worker_threads').parentPort.postMessage(x)`

/**
 * Returns how many times slower this machine is than the reference, at least 1. Two threads do a fixed amount of work
 * at the same time, so the result includes a missing second core and other load.
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

/** Returns the factor of this run from `TEST_PATIENCE`, which the configuration of each test runner sets if missing. */
export const patience = (): number => Math.max(1, Number(process.env.TEST_PATIENCE) || 1)

/** Returns a limit in milliseconds, multiplied by the factor of this run. */
export const patient = (ms: number): number => Math.ceil(ms * patience())

/** A shared machine can become several times slower after it was measured. */
const RESERVE = 3
/** Base limits in milliseconds, with the reserve. They are generous: what takes longer hangs. */
export const LIMIT = {
  expect: 30_000 * RESERVE,
  /** A click or another action in a browser, or a navigation. Less than a test, so that a report says what it waited for. */
  action: 60_000 * RESERVE,
  test: 120_000 * RESERVE,
  browserTest: 240_000 * RESERVE,
  start: 120_000 * RESERVE,
}
