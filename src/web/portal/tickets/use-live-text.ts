import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One clock for everything that counts down on the page. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Text that depends on the time. Who shows it is drawn again when the text changes, and not each second. */
export function useLiveText(textAt: (now: number) => string): string {
  const get = useCallback(() => textAt(Date.now()), [textAt])
  return useSyncExternalStore(subscribe, get, get)
}
