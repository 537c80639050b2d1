import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Content, DraftSync, Place, SyncState } from './draft-sync.ts'

/**
 * Syncs `content` with the server's copy, so that other devices can continue it. `apply` shows content from elsewhere
 * on the screen. Returns the state of the sync, and the functions of `DraftSync` that hold, release, discard and
 * resolve. The code loads after the screen: until then, and offline, only this device has the draft.
 */
export function useDraftSync(place: Place, key: string, content: Content, apply: (content: Content) => void) {
  const [state, setState] = useState<SyncState>({ status: 'idle' })
  const sync = useRef<DraftSync>(undefined)
  const latest = useRef({ place, content, apply })
  useLayoutEffect(() => {
    latest.current = { place, content, apply }
  })
  useEffect(() => {
    let gone = false
    import('./draft-sync.ts').then(
      ({ DraftSync }) => {
        if (gone) return
        const { place, content } = latest.current
        sync.current = new DraftSync(place, key, content, {
          apply: (found) => latest.current.apply(found),
          report: setState,
        })
      },
      () => {}, // only this device keeps the draft
    )
    return () => {
      gone = true
      sync.current?.close()
      sync.current = undefined
    }
  }, [key])
  const print = JSON.stringify(content)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports the content when its fingerprint changes
  useEffect(() => sync.current?.change(latest.current.content), [print])
  return {
    ...state,
    hold: useCallback(async () => sync.current?.hold(), []),
    release: useCallback((sent: boolean) => sync.current?.release(sent), []),
    discard: useCallback(async () => sync.current?.discard(), []),
    resolve: useCallback((how: 'theirs' | 'mine' | 'both') => sync.current?.resolve(how), []),
  }
}
