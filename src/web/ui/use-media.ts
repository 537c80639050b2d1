import { useSyncExternalStore } from 'react'

/** The width below which tables become cards. */
export const phoneQuery = '(max-width: 767px)'

/** Returns whether a media query matches. False on the server and during hydration. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
