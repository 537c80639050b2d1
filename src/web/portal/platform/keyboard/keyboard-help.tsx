import { useState } from 'react'
import { useLastAction } from '../../../ui/overlays/toast.tsx'
import { useActions } from '../actions.ts'
import { useOnDemand } from '../loading/on-demand.tsx'
import { getModifier, useShortcuts } from './shortcuts.ts'

const load = () => import('./shortcut-help.tsx')

/**
 * Opens the keyboard help with `?`, or from the palette while single keys are turned off. Mount it once in each frame;
 * screens add their shortcuts with `useKeyHelp`.
 */
export function KeyboardHelp({ search = false }: { search?: boolean }) {
  const { module, get } = useOnDemand(load)
  const [open, setOpen] = useState(false)
  const show = () => void get().then((loaded) => setOpen(loaded !== undefined))
  useShortcuts({ '?': show })
  const last = useLastAction()
  useActions([
    last && { label: last.label, also: 'undo revert back', keys: ['F6'], run: last.run },
    { label: 'Keyboard shortcuts', also: 'help keys hotkeys', keys: ['?'], run: show },
  ])
  if (!module) return null
  const everywhere = [
    ...(search ? [{ key: `${getModifier()}+K`, does: 'Search screens, actions, tickets and people' }] : []),
    { key: 'F6', does: 'Go to the pop-up message, or show the last Undo button again' },
    { key: 'Escape', does: 'Close the open dialog or menu' },
    { key: '?', does: 'Show this help' },
  ]
  return <module.ShortcutHelp open={open} onOpenChange={setOpen} everywhere={everywhere} />
}
