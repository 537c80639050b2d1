// Menus and dialogs need more code than the screens that contain them, and few visits use them. Their code loads when
// the user reaches for them.
import { cloneElement, type ReactElement, type ReactNode, useCallback, useState } from 'react'
import type { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { explainMissingCode } from './missing-code.ts'

/** Loads code on demand. `get` resolves to the module, or to undefined if it cannot be loaded; a toast then says so. */
export function useOnDemand<Module>(load: () => Promise<Module>) {
  const [module, setModule] = useState<Module>()
  const [pending, setPending] = useState(false)
  const get = useCallback(async () => {
    setPending(true)
    try {
      const loaded = await load()
      setModule(loaded)
      return loaded
    } catch (error) {
      if ((await explainMissingCode(error)) === 'gone')
        showToast({
          title: 'A new version is available',
          description: 'Reload the page to continue. Unsent replies and tickets are kept.',
          action: { label: 'Reload', onClick: () => location.reload() },
          stay: 20_000,
        })
      else
        showToast({
          title: 'Couldn’t load this',
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

/** Loads the code before a click. A failure is reported on the click. */
const ahead = (load: () => Promise<unknown>) => () => void load().catch(() => {})

type Trigger = ReactElement<Parameters<typeof Button>[0]>

interface OnDemandProps<Module> {
  /** Must be a stable function. */
  load: () => Promise<Module>
  /** The button that opens what is loaded. */
  button: Trigger
  /** Renders the part that the button opens. It starts open, because the click came before its code had loaded. */
  children: (module: Module, button: Trigger) => ReactNode
}

/** A button with a menu, popover or drawer whose code loads when the user first points at, focuses or clicks it. */
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
