import { TooMany } from './http/too-many.ts'

/**
 * Creates a limit of concurrency per key. `enter` waits until one of `atOnce` places is free and returns the function
 * that frees it, whose second call has no effect. `run` runs work in a place. Both throw TooMany when `line` others wait
 * already, or after waiting for `waitMs`.
 */
export const gatesOf = (atOnce: number, line: number, waitMs?: number) => {
  const inside = new Map<string, { running: number; waiting: (() => void)[] }>()

  async function enter(key: string): Promise<() => void> {
    const gate = inside.get(key) ?? { running: 0, waiting: [] }
    inside.set(key, gate)
    if (gate.waiting.length >= line) throw new TooMany(1)
    if (gate.running < atOnce) gate.running++
    // The one that finishes passes its place on.
    else
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          clearTimeout(limit)
          resolve()
        }
        const limit = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
        function giveUp() {
          gate.waiting.splice(gate.waiting.indexOf(go), 1)
          reject(new TooMany(1))
        }
        gate.waiting.push(go)
      })
    let left = false
    return () => {
      if (left) return
      left = true
      const next = gate.waiting.shift()
      if (next) next()
      else if (--gate.running === 0) inside.delete(key)
    }
  }

  return {
    enter,
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const leave = await enter(key)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
