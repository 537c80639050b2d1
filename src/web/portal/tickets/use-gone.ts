import { type RefObject, useEffect, useRef } from 'react'

/** True once the screen is no longer there; for what ends later than it. */
export function useGone(): RefObject<boolean> {
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  return gone
}
