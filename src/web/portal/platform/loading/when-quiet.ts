/** Nothing may have been loaded for this long. */
const QUIET_MS = 2_000

type Connection = { saveData?: boolean; effectiveType?: string }

/** Returns whether the user asked to save data, or the connection is too slow to load what may not be needed. */
function shouldSaveData(): boolean {
  const { saveData, effectiveType } = (navigator as { connection?: Connection }).connection ?? {}
  return saveData === true || /2g$/.test(effectiveType ?? '')
}

/**
 * Calls `run` once the page has loaded and is visible, no response has arrived for two seconds, and the main thread is
 * idle. Never calls it when the user saves data, or on a very slow connection. `isBusy` returns whether a request is
 * pending, because only its response is observed. Returns a function that cancels the call.
 */
export function whenQuiet(run: () => void, isBusy: () => boolean): () => void {
  if (shouldSaveData()) return () => {}
  let timer: ReturnType<typeof setTimeout>
  let idle: number | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(check, QUIET_MS)
  }
  const check = () => {
    if (document.readyState !== 'complete' || document.hidden || isBusy()) return wait()
    stop()
    // Safari has no `requestIdleCallback`.
    if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(run)
    else run()
  }
  const watch = new PerformanceObserver(wait)
  watch.observe({ type: 'resource' })
  const stop = () => {
    clearTimeout(timer)
    watch.disconnect()
  }
  wait()
  return () => {
    stop()
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
