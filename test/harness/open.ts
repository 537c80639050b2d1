// What the tests of this worker have started and not ended yet: each ends with the file that started it.
const things = new Map<symbol, string>()

/** Notes that something was started; call what it returns once it has ended. */
export function opened(what: string): () => void {
  const key = Symbol(what)
  things.set(key, what)
  return () => void things.delete(key)
}

/** Forgets everything, so that one file's leftovers are not held against the next one. */
export const forgetOpen = (): void => things.clear()

/** Returns what has been started and not ended, by name. */
export const leftOpen = (): string[] => [...things.values()]
