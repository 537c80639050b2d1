// Tracks what the tests of this worker have started and not ended yet, for leaks.ts.
const things = new Map<symbol, string>()

/** Records that something was started. Returns a function to call when it has ended. */
export function opened(what: string): () => void {
  const key = Symbol(what)
  things.set(key, what)
  return () => void things.delete(key)
}

/** Forgets everything, so that the next file does not fail for the leftovers of this one. */
export const forgetOpen = (): void => things.clear()

/** Returns the names of what was started and not ended. */
export const leftOpen = (): string[] => [...things.values()]
