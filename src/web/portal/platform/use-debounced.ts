import { useEffect, useState } from 'react'

/** A value that follows once it has been still for `wait` milliseconds. */
export function useDebounced<T>(value: T, wait: number): T {
  const [still, setStill] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return still
}
