import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Returns a function that focuses the first invalid field after the errors have rendered. It waits for an effect,
 * because an animation frame may come too early. Searches `within`, or else the page's main element.
 */
export function useFocusWrong(within?: RefObject<HTMLElement | null>): () => void {
  const [refused, setRefused] = useState(0)
  const place = useRef(within)
  useEffect(() => {
    if (refused === 0) return
    const from = place.current?.current ?? document.querySelector('main')
    from?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong] input')?.focus()
  }, [refused])
  return () => setRefused((times) => times + 1)
}
