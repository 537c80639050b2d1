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

/**
 * Returns the behavior with which code scrolls the page: `instant` for people who want less motion, otherwise `smooth`.
 */
export const getScrollBehavior = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
