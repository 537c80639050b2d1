import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ListFilter, readFilter, writeFilter } from './list-filter.ts'

/**
 * A list's filter, which stands in the address, and how to change it. What was just chosen holds at once, although
 * the router changes the address a moment later.
 */
export function useListFilter(): [ListFilter, (next: ListFilter) => void] {
  const [query, setQuery] = useSearchParams()
  const [wish, setWish] = useState<URLSearchParams>()
  const replacing = useRef(false)
  const address = query.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address has fulfilled the wish, or overruled it
  useEffect(() => setWish(undefined), [address])
  const change = useCallback(
    (next: ListFilter) => {
      const to = writeFilter(next)
      const back = to.toString() === address
      // Letter by letter, a search is one step of the way back. A step that is still under way is taken up by this one.
      const before = query.get('q') ?? ''
      const typing = before !== '' && next.q !== '' && next.q !== before
      const replace = back || (wish ? replacing.current : typing)
      replacing.current = replace
      setWish(back ? undefined : to)
      setQuery(to, { preventScrollReset: true, replace })
    },
    [address, query, wish, setQuery],
  )
  return [readFilter(wish ?? query), change]
}
