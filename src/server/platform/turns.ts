/** Returns a function that runs the given work. At most `atOnce` calls run at the same time; the others wait. */
export function makeTurns(atOnce: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work()
    } finally {
      // Pass the turn to the next that waits, or release it.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
