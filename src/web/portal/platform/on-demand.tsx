// Menus, dialogs and their machinery are more code than the screens they stand on, and wanted by few visits: they are
// fetched when somebody reaches for them.
import { cloneElement, type ReactElement, type ReactNode, useCallback, useState } from 'react'
import type { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** Code that comes when it is wanted. `get` resolves to it, or to undefined when it cannot be had; the user was told then. */
export function useOnDemand<Module>(load: () => Promise<Module>) {
  const [module, setModule] = useState<Module>()
  const [pending, setPending] = useState(false)
  const get = useCallback(async () => {
    setPending(true)
    try {
      const loaded = await load()
      setModule(loaded)
      return loaded
    } catch {
      toast({
        title: 'This did not load',
        description: 'Check your connection and try again.',
        tone: 'destructive',
      })
      return undefined
    } finally {
      setPending(false)
    }
  }, [load])
  return { module, pending, get }
}

/** Fetches ahead of a click; what goes wrong is said when it is clicked. */
const ahead = (load: () => Promise<unknown>) => () => void load().catch(() => {})

type Trigger = ReactElement<Parameters<typeof Button>[0]>

interface OnDemandProps<Module> {
  /** Hold it still. */
  load: () => Promise<Module>
  /** The button that opens what is loaded. */
  button: Trigger
  /** What the button opens, open from the start: the click came before it was there. */
  children: (module: Module, button: Trigger) => ReactNode
}

/** A button with a menu, popover or drawer whose code comes with the first reach for it. */
export function OnDemand<Module>({ load, button, children }: OnDemandProps<Module>) {
  const { module, pending, get } = useOnDemand(load)
  if (module) return children(module, button)
  return cloneElement(button, {
    pending,
    'aria-haspopup': 'true',
    onPointerEnter: ahead(load),
    onFocus: ahead(load),
    onClick: () => void get(),
  })
}
