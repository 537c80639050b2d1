import { useEffect, useLayoutEffect, useRef } from 'react'
import { writeDraft } from './drafts.ts'

const WAIT_MS = 300

/**
 * Keeps `value` as the draft under a key, a moment after each change and when the screen goes; undefined removes it.
 * Returns how to forget it once it was sent.
 */
export function useDraft(key: string, value: unknown): () => void {
  const text = value === undefined ? undefined : JSON.stringify(value)
  const state = useRef({ key, text, written: text })
  useLayoutEffect(() => {
    state.current.key = key
    state.current.text = text
  })
  const flush = useRef(() => {
    const now = state.current
    // An idle window must not overwrite what another one keeps.
    if (now.text === now.written) return
    now.written = now.text
    writeDraft(now.key, now.text === undefined ? undefined : JSON.parse(now.text))
  }).current
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the wait anew
  useEffect(() => {
    const timer = setTimeout(flush, WAIT_MS)
    return () => clearTimeout(timer)
  }, [key, text, flush])
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  return () => {
    state.current.written = state.current.text
    writeDraft(state.current.key, undefined)
  }
}
