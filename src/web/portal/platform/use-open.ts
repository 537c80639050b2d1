import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useOnDemand } from './on-demand.tsx'

/** What the address opens by a parameter: its id, the code that shows it (hold `load` still), and how to close it. */
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
