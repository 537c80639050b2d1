import { type MouseEvent, useMemo } from 'react'
import { useLocation } from 'react-router'
import { useAddressQuery } from '../platform/use-address.ts'
import { type Fields, type Filter, type FilterSchema, readFilter, writeFilter } from './filter.ts'

type Sorts = readonly string[]

/** Returns the parameters of the address that belong to other parts of the page. */
function others({ fields }: { fields: Fields }, query: URLSearchParams): [string, string][] {
  const own = new Set(['q', 'sort', 'order', ...Object.keys(fields)])
  return [...query].filter(([name]) => !own.has(name))
}

/** Returns a list's filter, which is in the address, a function that changes it, and the address of another filter. */
export function useListFilter<F extends Fields, S extends Sorts>(schema: FilterSchema<F, S>) {
  const [query, go] = useAddressQuery()
  const { pathname } = useLocation()
  const whole = (next: Filter<F, S>, now: URLSearchParams) =>
    new URLSearchParams([...others(schema, now), ...writeFilter(schema, next)])
  const change = (next: Filter<F, S>, step = false) => {
    // All letters of a search are one entry in the browser's history.
    const before = query.get('q') ?? ''
    const typing = !step && before !== '' && next.q !== '' && next.q !== before
    go((now) => whole(next, now), { replace: typing })
  }
  const hrefOf = (next: Filter<F, S>) => {
    const to = whole(next, query).toString()
    return to ? `${pathname}?${to}` : pathname
  }
  /** Handles a click on a link of `hrefOf` as a change, so that it starts from the current address. */
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (!link || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    change(readFilter(schema, new URLSearchParams(link.search)), true)
  }
  const filter = useMemo(() => readFilter(schema, query), [schema, query])
  return { filter, change, hrefOf, follow }
}
