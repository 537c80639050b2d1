import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { addressNow } from '../platform/use-address.ts'
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
  // The current address contains the requested filter or replaces it. An older one is only being rendered.
  useEffect(() => {
    if (address === addressNow().toString()) setWish(undefined)
  }, [address])
  const whole = (next: Filter<F, S>, now: URLSearchParams) =>
    new URLSearchParams([...others(schema, now), ...writeFilter(schema, next)])
  const change = (next: Filter<F, S>, step = false) => {
    // Start from the current address: another part of the page may have changed it since the last render.
    const to = whole(next, addressNow())
    const back = to.toString() === address
    // Letter by letter, a search is one step of the way back. A step that is still under way is taken up by this one.
    const before = query.get('q') ?? ''
    const typing = !step && before !== '' && next.q !== '' && next.q !== before
    const replace = back || (wish ? replacing.current : typing)
    replacing.current = replace
    setWish(back ? undefined : to)
    setQuery(to, { preventScrollReset: true, replace })
  }
  const hrefOf = (next: Filter<F, S>) => {
    const to = whole(next, query).toString()
    return to ? `${pathname}?${to}` : pathname
  }
  /** Handles a click on a link of `hrefOf` as a change, so that the filter applies before the router renders. */
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (!link || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    change(readFilter(schema, new URLSearchParams(link.search)), true)
  }
  const shown = wish ?? query
  const filter = useMemo(() => readFilter(schema, shown), [schema, shown])
  return { filter, change, hrefOf, follow }
}
