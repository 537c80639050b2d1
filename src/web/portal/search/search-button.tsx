import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getPressedKey } from '../../ui/pressed-key.ts'
import { getModifier, isMac } from '../platform/keyboard/shortcuts.ts'
import { useOnDemand } from '../platform/loading/on-demand.tsx'
import type { Screens } from './entries.ts'

// Few visits use the palette, and its code is larger than the bar's.
const load = () => import('./palette.tsx')
const ahead = () => void load().catch(() => {})

/** Opens the palette: a field in the top bar, an icon on phones, and Ctrl+K or ⌘K everywhere. */
export function SearchButton({ screens }: { screens: Screens }) {
  const { module, pending, get } = useOnDemand(load)
  const [open, setOpen] = useState(false)
  const toggle = useRef(() => {})
  const show = () => void get().then((loaded) => setOpen(loaded !== undefined))
  useEffect(() => {
    toggle.current = () => (open ? setOpen(false) : show())
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const held = isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
      if (
        !held ||
        event.shiftKey ||
        event.altKey ||
        getPressedKey(event).toLowerCase() !== 'k' ||
        event.defaultPrevented
      )
        return
      // Ignore the shortcut while another dialog is open.
      if (
        document.querySelector('[role="dialog"][data-open]:not(:has([data-palette])), [role="alertdialog"][data-open]')
      )
        return
      event.preventDefault()
      if (!event.repeat) toggle.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
        aria-busy={pending || undefined}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={show}
        className="flex h-9 select-none items-center gap-2.5 rounded-sm border border-line bg-surface px-3 text-muted transition-colors hover:border-edge hover:text-text max-md:size-11 max-md:justify-center max-md:border-transparent max-md:bg-transparent max-md:p-0 md:w-48 lg:w-80"
      >
        <Search aria-hidden className="size-4 shrink-0 max-md:size-5" />
        <span className="max-md:sr-only">Search or jump to…</span>
        <kbd aria-hidden className="ml-auto font-sans text-xs max-lg:hidden">
          {getModifier()} K
        </kbd>
      </button>
      {module && <module.Palette open={open} onOpenChange={setOpen} screens={screens} />}
    </>
  )
}
