import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The parameters of the address. The router renders a step a moment after it was taken; this is never behind. */
export const addressNow = () => new URLSearchParams(location.search)

/** Parameters of the address, and how to set some of them: undefined takes one away, all others stay. */
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
