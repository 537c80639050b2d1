import { type ContextType, use, useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type Location, UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router'

interface Step {
  /** Keeps the scroll position. */
  stay?: boolean
  /** Replaces the entry in the browser's history. */
  replace?: boolean
}

type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>['router']

/**
 * Returns the address of the pending navigation, or else the router's current one, if it is on the same page as
 * `rendered`; otherwise `rendered`.
 */
function getComing({ state }: Router, rendered: Location): Location {
  return [state.navigation.location, state.location].find((at) => at?.pathname === rendered.pathname) ?? rendered
}

/**
 * Returns the query parameters including those of a pending navigation, and a function that changes them. While a
 * navigation is pending, the router's own hooks return the parameters before it, so the next change would undo it.
 */
export function useAddressQuery() {
  const router = use(UNSAFE_DataRouterContext)?.router
  if (!router) throw new Error('useAddressQuery needs the router of the portal.')
  const rendered = useLocation()
  const navigate = useNavigate()
  const search = useSyncExternalStore(
    router.subscribe,
    () => getComing(router, rendered).search,
    () => rendered.search,
  )
  const query = useMemo(() => new URLSearchParams(search), [search])
  const latest = useRef(rendered)
  useLayoutEffect(() => {
    latest.current = rendered
  })
  // Stable, because an effect that depends on it must not run again when the user leaves the page.
  const go = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams, { stay = true, replace = false }: Step = {}) => {
      const { navigation, location } = router.state
      const coming = getComing(router, latest.current)
      const to = next(new URLSearchParams(coming.search)).toString()
      // Nothing changes, or the user has left this page although it is still rendered.
      if (to === new URLSearchParams(coming.search).toString()) return
      if (![navigation.location, location].includes(coming)) return
      // This navigation replaces a pending one. If that was going to add an entry to the history, this one has to.
      const pushes = coming === navigation.location && navigation.historyAction === 'PUSH'
      const back = to === new URLSearchParams(location.search).toString()
      void navigate({ search: to && `?${to}` }, { preventScrollReset: stay, replace: back || (replace && !pushes) })
    },
    [router, navigate],
  )
  return [query, go] as const
}

type Change = Record<string, string | undefined>

/**
 * Returns the query parameters, a function that changes some of them, and a function that replaces all of them. In a
 * change, undefined or '' removes a parameter, and the others stay. A change can be a function of the newest
 * parameters, even if they are not rendered yet.
 */
export function useAddress() {
  const [query, go] = useAddressQuery()
  const set = useCallback(
    (change: Change | ((coming: URLSearchParams) => Change), replace = true) =>
      go(
        (next) => {
          for (const [name, value] of Object.entries(typeof change === 'function' ? change(next) : change)) {
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

/** Returns a function that builds the address of this page with a parameter set to an id. Other parameters stay. */
export function useHrefWith(name: string): (id: string) => string {
  const { pathname } = useLocation()
  const [address] = useAddress()
  return (id) => {
    const query = new URLSearchParams(address)
    query.set(name, id)
    return `${pathname}?${query}`
  }
}
