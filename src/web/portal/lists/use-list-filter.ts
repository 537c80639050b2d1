import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { type Fields, type Filter, type FilterSchema, readFilter, writeFilter } from './filter.ts'

type Sorts = readonly string[]

/** Returns the parameters of the address that belong to other parts of the page. */
function others({ fields }: { fields: Fields }, query: URLSearchParams): [string, string][] {
  const own = new Set(['q', 'sort', 'order', ...Object.keys(fields)])
  return [...query].filter(([name]) => !own.has(name))
}

/**
 * Returns a list's filter, which is in the address, a function that changes it, and the address of another filter. A
 * change applies immediately, although the router updates the address a moment later.
 */
export function useListFilter<F extends Fields, S extends Sorts>(schema: FilterSchema<F, S>) {
  const [query, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const [wish, setWish] = useState<URLSearchParams>()
  const replacing = useRef(false)
  const address = query.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address has applied or replaced the pending change
  useEffect(() => setWish(undefined), [address])
  const whole = useCallback(
    (next: Filter<F, S>) => new URLSearchParams([...others(schema, query), ...writeFilter(schema, next)]),
    [schema, query],
  )
  const change = useCallback(
    (next: Filter<F, S>) => {
      const to = whole(next)
      const back = to.toString() === address
      // Typing a search adds one history entry, not one per letter. A navigation that is still pending is replaced.
      const before = query.get('q') ?? ''
      const typing = before !== '' && next.q !== '' && next.q !== before
      const replace = back || (wish ? replacing.current : typing)
      replacing.current = replace
      setWish(back ? undefined : to)
      setQuery(to, { preventScrollReset: true, replace })
    },
    [address, query, wish, setQuery, whole],
  )
  const hrefOf = useCallback(
    (next: Filter<F, S>) => {
      const to = whole(next).toString()
      return to ? `${pathname}?${to}` : pathname
    },
    [pathname, whole],
  )
  const shown = wish ?? query
  const filter = useMemo(() => readFilter(schema, shown), [schema, shown])
  return { filter, change, hrefOf }
}
