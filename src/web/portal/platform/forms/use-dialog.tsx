import { Fragment, type ReactNode, useCallback, useId, useState } from 'react'
import { useOnDemand } from '../loading/on-demand.tsx'

type Rest = { open: boolean; onClose: () => void }

/** Loads a dialog on demand. Returns a function that opens it, whether it is loading, and the element to render. */
export function useDialog<Module, What>(
  load: () => Promise<Module>,
  render: (module: Module, what: What, rest: Rest) => ReactNode,
): { ask: (what: What) => void; pending: boolean; dialog: ReactNode } {
  const { module, pending, get } = useOnDemand(load)
  // Several of these dialogs can be siblings.
  const id = useId()
  const [asked, setAsked] = useState<{ what: What; open: boolean; count: number }>()
  const ask = useCallback(
    (what: What) =>
      void get().then((loaded) => {
        if (loaded) setAsked((before) => ({ what, open: true, count: (before?.count ?? 0) + 1 }))
      }),
    [get],
  )
  const onClose = useCallback(() => setAsked((now) => now && { ...now, open: false }), [])
  const dialog = module && asked && (
    <Fragment key={`${id}${asked.count}`}>{render(module, asked.what, { open: asked.open, onClose })}</Fragment>
  )
  return { ask, pending, dialog }
}
