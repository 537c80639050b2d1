import { vi } from 'vitest'

/** Runs a function with this process's clock moved forward and frozen, and returns its result. Timers run as usual. */
export async function moveTime<T>(ms: number, run: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  try {
    return await run()
  } finally {
    vi.useRealTimers()
  }
}
