import { type RefObject, useEffect, useRef } from 'react'

/** True once the screen has unmounted, for work that finishes later. */
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
