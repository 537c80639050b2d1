import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Puts the focus on the first field that is wrong, once all of them are marked: counted, because a frame may come before
 * they are drawn. What is searched is `within`, or else the page's main part.
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
