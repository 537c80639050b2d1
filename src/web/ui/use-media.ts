import { useSyncExternalStore } from 'react'

/** The width below which tables become cards. In rem, as in the styles, so that both grow with the reader's text. */
export const phoneQuery = '(width < 48rem)'

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

/** Returns how code scrolls the page to something: immediately for people who want less motion. */
export const getScrollBehavior = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
