import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { type Fields, type Filter, type FilterSchema, readFilter, writeFilter } from './filter.ts'

type Sorts = readonly string[]

/** Parameters of the address that are not the list's: another part of the page keeps something there. */
function others({ fields }: { fields: Fields }, query: URLSearchParams): [string, string][] {
  const own = new Set(['q', 'sort', 'order', ...Object.keys(fields)])
  return [...query].filter(([name]) => !own.has(name))
}

/**
 * A list's filter, which stands in the address, how to change it, and the address that another filter has. What was
 * just chosen holds at once, although the router changes the address a moment later.
 */
export function useListFilter<F extends Fields, S extends Sorts>(schema: FilterSchema<F, S>) {
  const [query, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const [wish, setWish] = useState<URLSearchParams>()
  const replacing = useRef(false)
  const address = query.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address has fulfilled the wish, or overruled it
  useEffect(() => setWish(undefined), [address])
  const whole = useCallback(
    (next: Filter<F, S>) => new URLSearchParams([...others(schema, query), ...writeFilter(schema, next)]),
    [schema, query],
  )
  const change = useCallback(
    (next: Filter<F, S>) => {
      const to = whole(next)
      const back = to.toString() === address
      // Letter by letter, a search is one step of the way back. A step that is still under way is taken up by this one.
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
