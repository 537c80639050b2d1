import { type RefObject, useEffect, useState } from 'react'
import { queries } from '../../platform/data/queries.ts'
import { downloadFile } from '../../platform/data/upload.ts'

/** File contents stay cached for a minute after their last use. */
const KEPT_MS = 60_000

/** Returns the content of a file, fetched once however often it is shown. */
export const loadFileBytes = (id: string): Promise<Blob> =>
  queries.fetchQuery({
    queryKey: ['file', id],
    queryFn: () => downloadFile(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  })

/** Returns an object URL for a file while `wanted`, whether loading failed, and a function that retries. */
export function useFileUrl(id: string, wanted: boolean) {
  const [state, setState] = useState<{ url?: string; failed?: boolean }>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers a retry
  useEffect(() => {
    if (!wanted) return
    let url: string | undefined
    let gone = false
    setState({})
    loadFileBytes(id).then(
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

/** Returns true once an element has come near the visible part of the page. */
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
