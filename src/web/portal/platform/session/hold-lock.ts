/** The last piece of work per name, where the browser has no locks. */
const last = new Map<string, Promise<unknown>>()

/**
 * Runs `work` while no other tab runs work of this name, and returns its result. A browser that blocks cookies also
 * blocks locks. This tab's own work then waits for its turn, and other tabs do not matter, because they share no
 * session.
 */
export async function holdLock<T>(name: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  let granted = false
  try {
    return await navigator.locks.request(name, options, () => {
      granted = true
      return work()
    })
  } catch (e) {
    if (granted || options.signal?.aborted) throw e
  }
  const turn = (last.get(name) ?? Promise.resolve()).then(
    () => work(),
    () => work(),
  )
  last.set(name, turn)
  return turn
}
