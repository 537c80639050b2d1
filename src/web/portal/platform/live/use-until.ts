import { useEffect, useState } from 'react'
import { getNow } from '../../../ui/clock.ts'

/** Returns true until this time, and then renders the component again. */
export function useUntil(iso: string | null): boolean {
  const end = iso ? new Date(iso).getTime() : 0
  const [now, setNow] = useState(getNow)
  const left = end - now
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setNow(getNow()), left + 50)
    return () => clearTimeout(timer)
  }, [left])
  return left > 0
}
