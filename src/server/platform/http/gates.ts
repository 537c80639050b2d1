import { TooMany } from './too-many.ts'

/**
 * Creates a limit of concurrency per key. `enter` waits until one of `atOnce` places is free and returns the function
 * that frees it, whose second call has no effect; it throws TooMany when `line` others wait already.
 */
export const gatesOf = (atOnce: number, line: number) => {
  const inside = new Map<string, { running: number; waiting: (() => void)[] }>()
  return {
    async enter(key: string): Promise<() => void> {
      const gate = inside.get(key) ?? { running: 0, waiting: [] }
      inside.set(key, gate)
      if (gate.waiting.length >= line) throw new TooMany(1)
      if (gate.running < atOnce) gate.running++
      // The one that finishes passes its place on.
      else await new Promise<void>((go) => gate.waiting.push(go))
      let left = false
      return () => {
        if (left) return
        left = true
        const next = gate.waiting.shift()
        if (next) next()
        else if (--gate.running === 0) inside.delete(key)
      }
    },
  }
}
