import { useEffect, useLayoutEffect, useRef } from 'react'
import { writeDraft } from './drafts.ts'

const WAIT_MS = 300

/**
 * Stores `value` as the draft under a key, shortly after each change and when the screen closes. Undefined removes it.
 * Returns a function that forgets the draft after it was sent.
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
    // A window without changes must not overwrite the draft that another window stored.
    if (now.text === now.written) return
    now.written = now.text
    writeDraft(now.key, now.text === undefined ? undefined : JSON.parse(now.text))
  }).current
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the delay
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
