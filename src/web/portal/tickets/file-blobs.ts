import { type RefObject, useEffect, useState } from 'react'
import { queries } from '../platform/queries.ts'
import { download } from '../platform/upload.ts'

/** Bytes are kept a minute after the last look at them. */
const KEPT_MS = 60_000

/** The bytes of a file, asked for once however often it is shown. */
export const fileBytes = (id: string): Promise<Blob> =>
  queries.fetchQuery({
    queryKey: ['file', id],
    queryFn: () => download(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  })

/** An address under which a file can be shown, while `wanted`; with what went wrong, and how to try again. */
export function useFileUrl(id: string, wanted: boolean) {
  const [state, setState] = useState<{ url?: string; failed?: boolean }>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    if (!wanted) return
    let url: string | undefined
    let gone = false
    setState({})
    fileBytes(id).then(
      (blob) => {
        if (gone) return
        url = URL.createObjectURL(blob)
        setState({ url })
      },
      () => {
        if (!gone) setState({ failed: true })
      },
    )
    return () => {
      gone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [id, wanted, attempt])
  return { ...state, retry: () => setAttempt((n) => n + 1) }
}

/** True once an element has come near the window. */
export function useNear(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (near || !element) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '300px' })
    watch.observe(element)
    return () => watch.disconnect()
  }, [ref, near])
  return near
}
