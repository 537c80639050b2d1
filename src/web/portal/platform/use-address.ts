import { use, useCallback, useMemo, useSyncExternalStore } from 'react'
import { type Location, UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router'

interface Step {
  /** Keeps the scroll position. */
  stay?: boolean
  /** Replaces the entry in the browser's history. */
  replace?: boolean
}

/**
 * Returns the query parameters including those of a pending navigation, and a function that changes them. While a
 * navigation is pending, the router's own hooks return the parameters before it, so the next change would undo it.
 */
export function useAddressQuery() {
  const router = use(UNSAFE_DataRouterContext)?.router
  if (!router) throw new Error('useAddressQuery needs the router of the portal.')
  const drawn = useLocation()
  const navigate = useNavigate()
  /** Returns whether an address is one of this page. */
  const isHere = useCallback((at: Location | undefined) => at?.pathname === drawn.pathname, [drawn.pathname])
  const getComing = useCallback(() => {
    const { navigation, location } = router.state
    return ([navigation.location, location].find(isHere) ?? drawn).search
  }, [router, isHere, drawn])
  const search = useSyncExternalStore(router.subscribe, getComing, () => drawn.search)
  const query = useMemo(() => new URLSearchParams(search), [search])
  const go = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams, { stay = true, replace = false }: Step = {}) => {
      const { navigation, location } = router.state
      const to = next(new URLSearchParams(getComing())).toString()
      // This navigation replaces a pending one. If that was going to add an entry to the history, this one has to.
      const pushes = isHere(navigation.location) && navigation.historyAction === 'PUSH'
      const back = to === new URLSearchParams(location.search).toString()
      void navigate({ search: to && `?${to}` }, { preventScrollReset: stay, replace: back || (replace && !pushes) })
    },
    [router, navigate, isHere, getComing],
  )
  return [query, go] as const
}

/**
 * Returns the query parameters, a function that changes some of them (undefined or '' removes one, the others stay),
 * and a function that replaces all of them.
 */
export function useAddress() {
  const [query, go] = useAddressQuery()
  const set = useCallback(
    (change: Record<string, string | undefined>, replace = true) =>
      go(
        (next) => {
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace },
      ),
    [go],
  )
  /** Shows another part of the page. Drops all parameters, because they belong to the previous part. */
  const open = useCallback(
    (part: Record<string, string | undefined>, step?: Step) =>
      go(() => new URLSearchParams(Object.entries(part).filter((e): e is [string, string] => Boolean(e[1]))), step),
    [go],
  )
  return [query, set, open] as const
}
