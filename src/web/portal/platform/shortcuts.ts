import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { brand } from '../../../../brand.config.ts'

const KEY = `${brand.slug}.single-keys`
const changed = new EventTarget()

const subscribe = (tell: () => void) => {
  changed.addEventListener('change', tell)
  addEventListener('storage', tell)
  return () => {
    changed.removeEventListener('change', tell)
    removeEventListener('storage', tell)
  }
}

/** Whether single letters work as shortcuts. People who dictate or type by switch turn them off. */
export const useSingleKeys = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(KEY) !== 'off',
    () => true,
  )

/** Turns single letters as shortcuts on or off, in this browser. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
  changed.dispatchEvent(new Event('change'))
}

/** Whether shortcuts go with ⌘ here. */
export const isMac = (): boolean => /Mac|iP(hone|ad)/.test(navigator.platform)
/** The name of the key that goes with shortcuts. */
export const modifier = (): string => (isMac() ? '⌘' : 'Ctrl')

/** Whether the key belongs to what has focus: a field that is written in, or something open above the page. */
function taken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return (
    target.closest(
      'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="alertdialog"]',
    ) !== null
  )
}

/** Single keys of a screen. A key whose function is undefined does nothing. `?` works always. */
export function useShortcuts(keys: Record<string, (() => void) | undefined>): void {
  const on = useSingleKeys()
  const latest = useRef({ keys, on })
  useLayoutEffect(() => {
    latest.current = { keys, on }
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.repeat ||
        taken(event.target)
      )
        return
      if (document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open]')) return
      if (!latest.current.on && event.key !== '?') return
      const act = latest.current.keys[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
