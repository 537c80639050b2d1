import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useOnDemand } from './on-demand.tsx'

/**
 * Returns what a parameter of the address opens: its id, the code that shows it, and how to close it. `load` must be
 * stable.
 */
export function useOpen<Module>(parameter: string, load: () => Promise<Module>) {
  const [query, setQuery] = useSearchParams()
  const { module, get } = useOnDemand(load)
  const id = query.get(parameter) ?? undefined
  useEffect(() => {
    if (id) void get()
  }, [id, get])
  const close = useCallback(
    () =>
      setQuery(
        (now) => {
          now.delete(parameter)
          return now
        },
        { preventScrollReset: true, replace: true },
      ),
    [setQuery, parameter],
  )
  return { id, close, module }
}
