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

/** Keys that a screen has, under one heading of the help. Upper case is with Shift, `g n` is one after the other. */
export type KeyGroup = { title: string; keys: readonly { key: string; does: string }[] }

const groups = new Map<symbol, KeyGroup>()
/** What the parts of the page that are on the screen now say about their keys. */
export const keyGroups = (): KeyGroup[] => [...groups.values()]

/** Puts keys into the help as long as the component is there. */
export function useKeyHelp(group: KeyGroup | undefined): void {
  const latest = useRef(Symbol('keys'))
  useEffect(() => {
    const { current: mark } = latest
    if (group) groups.set(mark, group)
    return () => void groups.delete(mark)
  }, [group])
}

/** A key as it stands on the keyboard: `A` is Shift and A, `g n` one after the other. */
export const keyNames = (key: string): string[] =>
  key
    .split(' ')
    .flatMap((part, i) => [
      ...(i > 0 ? ['then'] : []),
      ...(/^[A-Z]$/.test(part)
        ? ['Shift', part]
        : part.split('+').map((one) => (one.length === 1 ? one.toUpperCase() : (caps[one] ?? one)))),
    ])
/** What stands on the cap, where it is not the key's name. */
const caps: Record<string, string> = { Escape: 'Esc' }

/** Whether the key belongs to what has focus: a field that is written in, or something open above the page. */
function taken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return (
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="alertdialog"]',
    ) !== null
  )
}

/** So long a first key waits for the second one. */
const SECOND_KEY_MS = 1_500
/** The first key of two, and since when it waits: one for the whole page. */
let begun: { key: string; at: number } | undefined

/**
 * Single keys of a screen, or two one after the other (`g n`). A key whose function is undefined does nothing. `?` works
 * always.
 */
export function useShortcuts(keys: Record<string, (() => void) | undefined>): void {
  const on = useSingleKeys()
  const latest = useRef({ keys, on })
  useLayoutEffect(() => {
    latest.current = { keys, on }
  })
  // With the screen, not after it: a key that is pressed as soon as something is seen must count.
  useLayoutEffect(() => {
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
      const { keys, on } = latest.current
      // Escape goes back wherever it can: it is no letter that somebody could mean otherwise.
      if (!on && event.key !== '?' && event.key !== 'Escape') return
      const first = begun && performance.now() - begun.at < SECOND_KEY_MS ? begun.key : undefined
      if (first !== undefined && event.timeStamp !== begun?.at) {
        const second = keys[`${first} ${event.key}`]
        if (second) {
          event.preventDefault()
          second()
        }
        // Once all parts of the page have seen it.
        setTimeout(() => {
          begun = undefined
        })
        // What begins with this key is somebody else's, or nobody's: alone it means nothing now.
        return
      }
      const act = keys[event.key]
      if (act) {
        event.preventDefault()
        act()
      } else if (Object.keys(keys).some((k) => k.startsWith(`${event.key} `) && keys[k]))
        begun = { key: event.key, at: event.timeStamp }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
