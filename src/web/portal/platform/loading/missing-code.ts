// Handles code that could not be fetched because the network is gone or a deployment replaced the file. Screens that
// need the code stay on the page and continue when the file is available. No imports here: the router's own module
// imports this one (vite.config.ts).

/** Why code is missing: no network, no response from the server, or a file that is no longer on the server. */
export type Missing = 'offline' | 'unreachable' | 'gone'
type Wanted = 'screen' | 'part'

const RETRY_MS = 3_000

const waiting = new Map<symbol, { wanted: Wanted; why: Missing }>()
const changed = new EventTarget()
const notifyListeners = () => changed.dispatchEvent(new Event('change'))

/** Calls `listener` when the result of `findMissingCode` may have changed. Returns a function that stops it. */
export function onMissingCode(listener: () => void): () => void {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/** Returns why a screen, or a part of a screen, cannot be loaded now, or undefined. */
export function findMissingCode(wanted: Wanted): Missing | undefined {
  const reasons = [...waiting.values()].filter((one) => one.wanted === wanted).map((one) => one.why)
  return reasons.find((why) => why === 'gone') ?? reasons[0]
}

/** Retries immediately. */
export const retryMissingCode = (): void => void changed.dispatchEvent(new Event('retry'))

/** Returns whether an import failed because a file is missing, and not because its code threw. */
const isMissing = (error: unknown): boolean =>
  /dynamically imported module|importing a module script failed|unable to preload/i.test(String(error))

/** Asks the server whether the file exists, or without one whether it responds. Returns what is wrong, or undefined. */
export async function checkServer(url = '/healthz'): Promise<Missing | undefined> {
  if (!navigator.onLine) return 'offline'
  try {
    const r = await fetch(url, { method: 'HEAD', cache: 'no-store' })
    return r.status === 404 ? 'gone' : r.ok ? undefined : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** Returns why an import failed, or undefined if the code itself threw. */
export async function explainMissingCode(error: unknown, url?: string): Promise<Missing | undefined> {
  if (!isMissing(error)) return undefined
  return checkServer(url ?? /https?:\S+\.js/.exec(String(error))?.[0])
}

/** Waits until the network returns, `retryMissingCode` is called, or a few seconds have passed. */
export const nextTry = (): Promise<void> =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, RETRY_MS)
    addEventListener('online', done)
    changed.addEventListener('retry', done)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      changed.removeEventListener('retry', done)
      resolve()
    }
  })

/**
 * Imports code, and waits instead of failing while it cannot be fetched. Code that throws while it loads still fails.
 * If the file is gone for good, the promise never settles, and the page has to be loaded again.
 */
export async function awaitCode<Module>(load: () => Promise<Module>, wanted: Wanted, url?: string): Promise<Module> {
  const mark = Symbol(wanted)
  try {
    for (let found = 0; ; ) {
      try {
        return await load()
      } catch (error) {
        if (!isMissing(error)) throw error
        const why = await explainMissingCode(error, url)
        // The file exists but cannot be imported, so a file that it imports is gone.
        found = why === undefined ? found + 1 : 0
        if (why || found > 2) {
          waiting.set(mark, { wanted, why: why ?? 'gone' })
          notifyListeners()
        }
        if (why || found > 1) await nextTry()
      }
    }
  } finally {
    waiting.delete(mark)
    notifyListeners()
  }
}
