import { useCallback, useEffect } from 'react'
import { useAddress } from '../use-address.ts'
import { useOnDemand } from './on-demand.tsx'

/**
 * Returns what a parameter of the address opens: its id, the code that shows it, and how to close it. `load` must be
 * stable.
 */
export function useOpen<Module>(parameter: string, load: () => Promise<Module>) {
  const [query, set] = useAddress()
  const { module, get } = useOnDemand(load)
  const id = query.get(parameter) ?? undefined
  useEffect(() => {
    if (id) void get()
  }, [id, get])
  const close = useCallback(() => set({ [parameter]: undefined }), [set, parameter])
  return { id, close, module }
}
