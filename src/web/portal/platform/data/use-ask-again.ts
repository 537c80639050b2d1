import { useEffect, useState } from 'react'

/** Delays between refetches while the result depends on another system. Each is longer than the one before. */
const AGAIN_MS = [1_500, 2_500, 4_000, 8_000, 15_000]

/** Refetches after each response for as long as `waits` is true. */
export function useAskAgain(
  waits: boolean,
  { dataUpdatedAt, refetch }: { dataUpdatedAt: number; refetch: () => Promise<unknown> },
): void {
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (!waits || dataUpdatedAt === 0) return
    const timer = setTimeout(
      () => {
        setAsked((n) => n + 1)
        void refetch()
      },
      AGAIN_MS[Math.min(asked, AGAIN_MS.length - 1)],
    )
    return () => clearTimeout(timer)
  }, [waits, asked, dataUpdatedAt, refetch])
}
