import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ListFilter, readFilter, writeFilter } from './list-filter.ts'

/**
 * A list's filter, which stands in the address, and how to change it. What was just chosen holds at once, although
 * the router changes the address a moment later.
 */
export function useListFilter(): [ListFilter, (next: ListFilter) => void] {
  const [query, setQuery] = useSearchParams()
  const [wish, setWish] = useState<URLSearchParams>()
  const address = query.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address has fulfilled the wish, or overruled it
  useEffect(() => setWish(undefined), [address])
  const change = useCallback(
    (next: ListFilter) => {
      const to = writeFilter(next)
      const back = to.toString() === address
      setWish(back ? undefined : to)
      // Letter by letter, a search is one step of the way back.
      const typing = next.q !== '' && (query.get('q') ?? '') !== '' && next.q !== query.get('q')
      setQuery(to, { preventScrollReset: true, replace: back || typing })
    },
    [address, query, setQuery],
  )
  return [readFilter(wish ?? query), change]
}
