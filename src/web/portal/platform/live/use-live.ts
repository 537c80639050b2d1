import { useEffect, useLayoutEffect, useRef } from 'react'
import { type LiveEvent, onLive } from './live.client.ts'

/** Calls `listener` for live events of these topics, and with `resumed` if some may have been missed. */
export function useLive(topics: readonly LiveEvent['topic'][], listener: (event: LiveEvent | 'resumed') => void): void {
  const latest = useRef({ topics, listener })
  useLayoutEffect(() => {
    latest.current = { topics, listener }
  })
  useEffect(
    () =>
      onLive((event) => {
        const { topics, listener } = latest.current
        if (event === 'resumed' ? topics.length > 0 : topics.includes(event.topic)) listener(event)
      }),
    [],
  )
}

/**
 * Returns a function that runs `work` immediately, but not again before it has ended and `gap` milliseconds have
 * passed. Calls in the meantime become one.
 */
export function useCoalesced(work: () => Promise<unknown>, gap: () => number): () => void {
  const latest = useRef({ work, gap })
  useLayoutEffect(() => {
    latest.current = { work, gap }
  })
  const state = useRef<{ timer?: ReturnType<typeof setTimeout>; running: boolean; again: boolean }>({
    running: false,
    again: false,
  })
  const run = useRef(() => {
    const now = state.current
    if (now.running) {
      now.again = true
      return
    }
    now.running = true
    now.again = false
    void latest.current
      .work()
      .catch(() => {}) // the query keeps its error, and shows it
      .finally(() => {
        now.timer = setTimeout(() => {
          now.running = false
          if (now.again) run.current()
        }, latest.current.gap())
      })
  })
  useEffect(() => {
    const now = state.current
    return () => {
      clearTimeout(now.timer)
      now.running = false
    }
  }, [])
  return run.current
}
