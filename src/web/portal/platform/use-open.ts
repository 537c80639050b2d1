import { useCallback, useEffect } from 'react'
import { useOnDemand } from './on-demand.tsx'
import { useAddress } from './use-address.ts'

/** What the address opens by a parameter: its id, the code that shows it (hold `load` still), and how to close it. */
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
