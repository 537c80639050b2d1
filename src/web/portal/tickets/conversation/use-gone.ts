import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref that is true once the screen has unmounted, for work that finishes later. */
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
