import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { brand } from '../../../../../brand.config.ts'
import { localStore } from '../../../browser-storage.ts'
import { getPressedKey } from '../../../ui/pressed-key.ts'

const KEY = `${brand.slug}.single-keys`
const changed = new EventTarget()

const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  addEventListener('storage', listener)
  return () => {
    changed.removeEventListener('change', listener)
    removeEventListener('storage', listener)
  }
}

/** Returns whether single letters work as shortcuts. People who dictate or use a switch device turn them off. */
export const useSingleKeys = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => localStore.get(KEY) !== 'off',
    () => true,
  )

/** Turns single-letter shortcuts on or off, in this browser. */
export function setSingleKeys(on: boolean): void {
  if (on) localStore.remove(KEY)
  else localStore.set(KEY, 'off')
  changed.dispatchEvent(new Event('change'))
}

/** Returns whether shortcuts use ⌘ on this device. */
export const isMac = (): boolean => /Mac|iP(hone|ad)/.test(navigator.platform)
/** Returns the name of the modifier key of shortcuts. */
export const getModifier = (): string => (isMac() ? '⌘' : 'Ctrl')

/** Shortcuts under one heading of the help. Upper case means with Shift, `g n` means one key after the other. */
export type KeyGroup = { title: string; keys: readonly { key: string; does: string }[] }

const groups = new Map<symbol, () => KeyGroup | undefined>()
/** Returns the shortcuts of all parts of the page that are mounted. */
export const listKeyGroups = (): KeyGroup[] =>
  [...groups.values()].flatMap((of) => of() ?? []).filter(({ keys }) => keys.length > 0)

/**
 * Adds shortcuts to the help while the component is mounted. The help itself, `?`, is in the frame (`KeyboardHelp`).
 */
export function useKeyHelp(group: KeyGroup | undefined): void {
  const latest = useRef(group)
  useEffect(() => {
    latest.current = group
  })
  useEffect(() => {
    const mark = Symbol('keys')
    groups.set(mark, () => latest.current)
    return () => void groups.delete(mark)
  }, [])
}

/** Returns the key labels of a shortcut: `A` is Shift and A, `g n` is one key after the other. */
export const formatKeys = (key: string): string[] =>
  key
    .split(' ')
    .flatMap((part, i) => [
      ...(i > 0 ? ['then'] : []),
      ...(/^[A-Z]$/.test(part)
        ? ['Shift', part]
        : part.split('+').map((one) => (one.length === 1 ? one.toUpperCase() : (caps[one] ?? one)))),
    ])
/** Labels of keys, if they differ from the key's name. */
const caps: Record<string, string> = { Escape: 'Esc' }

/**
 * Returns whether the key belongs to the element with focus: a field, any input of a form, or something open above the
 * page. A checkbox of a list row leaves the keys to the list.
 */
function taken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return (
    target.closest(
      'input:not([type="checkbox"]), form input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="alertdialog"]',
    ) !== null
  )
}

/** How long a first key waits for the second one. */
const SECOND_KEY_MS = 1_500
/** The first key of two, and when it was pressed. There is one for the full page. */
let begun: { key: string; at: number } | undefined

/**
 * Adds single-key shortcuts to a screen, or two keys one after the other (`g n`). A key whose function is undefined
 * does nothing. Escape also works when single keys are turned off.
 */
export function useShortcuts(keys: Record<string, (() => void) | undefined>): void {
  const on = useSingleKeys()
  const latest = useRef({ keys, on })
  useLayoutEffect(() => {
    latest.current = { keys, on }
  })
  // A layout effect, so that a key that is pressed as soon as the screen is visible works.
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      const key = getPressedKey(event)
      if (
        !key ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.repeat ||
        taken(event.target)
      )
        return
      if (document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open]')) return
      // The next screen, or the editor that a key asked for, is still loading. Further keys are not meant for this
      // screen.
      if (document.querySelector('[data-awaiting]')) return
      const { keys, on } = latest.current
      // Escape always works, because it is not a letter that could be typed by mistake.
      if (!on && key !== 'Escape') return
      const first = begun && performance.now() - begun.at < SECOND_KEY_MS ? begun.key : undefined
      if (first !== undefined && event.timeStamp !== begun?.at) {
        const second = keys[`${first} ${key}`]
        if (second) {
          event.preventDefault()
          second()
        }
        // Reset it after all parts of the page have handled the key.
        setTimeout(() => {
          begun = undefined
        })
        // Another part of the page may have this sequence. Alone, the key means nothing now.
        return
      }
      const act = keys[key]
      if (act) {
        event.preventDefault()
        act()
      } else if (Object.keys(keys).some((k) => k.startsWith(`${key} `) && keys[k])) begun = { key, at: event.timeStamp }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
