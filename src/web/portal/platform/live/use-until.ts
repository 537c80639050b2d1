import { useEffect, useState } from 'react'

/** Returns true until this time, and then renders the component again. */
export function useUntil(iso: string | null): boolean {
  const end = iso ? new Date(iso).getTime() : 0
  const [now, setNow] = useState(Date.now)
  const left = end - now
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), left + 50)
    return () => clearTimeout(timer)
  }, [left])
  return left > 0
}
