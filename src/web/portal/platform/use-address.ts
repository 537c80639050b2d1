import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Returns the query parameters of the current address. The router's own are those of the last render. */
export const addressNow = () => new URLSearchParams(location.search)

/** Returns the query parameters and a function that changes some of them: undefined or '' removes one, the others stay. */
export function useAddress() {
  const [query, setQuery] = useSearchParams()
  const set = useCallback(
    (change: Record<string, string | undefined>, replace = true) => {
      const next = addressNow()
      for (const [name, value] of Object.entries(change)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      setQuery(next, { preventScrollReset: true, replace })
    },
    [setQuery],
  )
  return [query, set] as const
}
