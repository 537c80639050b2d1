import { useCallback, useSyncExternalStore } from 'react'
import { getNow } from '../../../ui/clock.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all countdowns on the page. */
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

/** Returns text that depends on the time. Its component renders again when the text changes, not every second. */
export function useLiveText(textAt: (now: number) => string): string {
  const get = useCallback(() => textAt(getNow()), [textAt])
  return useSyncExternalStore(subscribe, get, get)
}
