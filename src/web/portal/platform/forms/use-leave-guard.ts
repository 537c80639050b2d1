import { useEffect } from 'react'

let sending = 0
const askWhileSending = (event: BeforeUnloadEvent) => event.preventDefault()

/** While `active`, the browser asks before the window is closed or reloaded. */
export function useLeaveGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [active])
}

/**
 * Returns the result of the request. Until the response arrives, the browser asks before the user leaves the page,
 * because changes that are already shown could be lost.
 */
export async function guardUntilAnswered<T>(request: Promise<T>): Promise<T> {
  if (sending++ === 0) addEventListener('beforeunload', askWhileSending)
  try {
    return await request
  } finally {
    if (--sending === 0) removeEventListener('beforeunload', askWhileSending)
  }
}
