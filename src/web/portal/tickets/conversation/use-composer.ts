import { useCallback, useRef, useState } from 'react'
import type { MessageKind } from '../model.ts'
import type { ComposerHandle } from './composer.tsx'

/**
 * Returns a ref to the composer of a ticket, the callback ref to give it, and `write`, which focuses one of its editors
 * as soon as the composer has rendered. `awaited` is true while that is pending.
 */
export function useComposer() {
  const composer = useRef<ComposerHandle>(null)
  const wanted = useRef<MessageKind>(undefined)
  const [awaited, setAwaited] = useState(false)
  const attach = useCallback((handle: ComposerHandle | null) => {
    composer.current = handle
    const kind = wanted.current
    if (!handle || !kind) return
    wanted.current = undefined
    setAwaited(false)
    handle.write(kind)
  }, [])
  const write = (kind: MessageKind) => {
    if (composer.current) return composer.current.write(kind)
    wanted.current = kind
    setAwaited(true)
  }
  return { composer, attach, write, awaited }
}
