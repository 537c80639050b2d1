// Keys and clicks in the rows of a table, and focus when a row disappears.
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { focusHeading, isFocusFree, onFocusLost } from '../page-focus.ts'
import { getPressedKey } from '../pressed-key.ts'

/** Handles a key pressed in a row. Ignores events that bubble from elsewhere in the DOM, such as a row's menu. */
function handleRowKey(event: KeyboardEvent<HTMLElement>) {
  if (event.currentTarget.contains(event.target as Node)) moveByKey(event.nativeEvent, event.currentTarget)
}

/**
 * Returns the link of the row that was clicked. None if the click was on a control, or in a menu that the row opened.
 */
function linkOf(event: MouseEvent<HTMLElement>): HTMLAnchorElement | null | undefined {
  const target = event.target as Element
  if (event.defaultPrevented || !event.currentTarget.contains(target)) return null
  if (target.closest('a, button, input, label, select, textarea')) return null
  return target.closest('[data-row]')?.querySelector<HTMLAnchorElement>('a[data-row-link]')
}

const MIDDLE = 1
const openTab = (link: HTMLAnchorElement | null | undefined) => link && window.open(link.href, '_blank', 'noopener')

/** Handlers for the element around the rows: a row acts like its link, wherever it is clicked. */
export const rowEvents = {
  onClick(event: MouseEvent<HTMLElement>) {
    const link = linkOf(event)
    if (!link || getSelection()?.isCollapsed === false) return
    if (event.ctrlKey || event.metaKey || event.shiftKey) return void openTab(link)
    // What opens, such as a drawer, returns the focus to the link.
    link.focus({ preventScroll: true })
    link.click()
  },
  onAuxClick(event: MouseEvent<HTMLElement>) {
    if (event.button === MIDDLE) openTab(linkOf(event))
  },
  onMouseDown(event: MouseEvent<HTMLElement>) {
    // Otherwise the middle button starts to scroll the page.
    if (event.button === MIDDLE && linkOf(event)) event.preventDefault()
  },
  onKeyDown: handleRowKey,
}

const STEPS: Record<string, number> = { j: 1, J: 1, ArrowDown: 1, k: -1, K: -1, ArrowUp: -1 }

/** Moves focus between rows, selects or opens. Returns whether it used the key. `from` is the last row with focus. */
function moveByKey(event: globalThis.KeyboardEvent, body: Element, from?: string): boolean {
  const key = getPressedKey(event)
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  const step = STEPS[key]
  if (!step && key !== 'x' && key !== 'o') return false
  const rows = [...body.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  if (!step) {
    if (at < 0) return false
    rows[at]?.querySelector<HTMLElement>(key === 'o' ? '[data-row-link]' : '[data-row-select]')?.click()
  } else {
    const before = at < 0 ? rows.findIndex((row) => row.dataset.row === from) : at
    const row = rows[before < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, before + (at < 0 ? 0 : step)))]
    if (event.shiftKey && at >= 0) for (const one of [rows[at], row]) select(one)
    rowFocus(row)?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  event.preventDefault()
  return true
}

function select(row: Element | undefined) {
  const box = row?.querySelector<HTMLInputElement>('[data-row-select]')
  if (box && !box.checked) box.click()
}

/**
 * Remembers which row has focus. When that row disappears, for example by a filter or because it was deleted in its
 * drawer, focuses the row in its place, or the page's heading if it was the last one. So the next key is not lost.
 * Returns a ref with the key of the last row with focus.
 */
export function useFocusKept(
  box: React.RefObject<HTMLElement | null>,
  keys: readonly string[],
  loading: boolean,
): React.RefObject<string | undefined> {
  const last = useRef<string>(undefined)
  const place = useRef(-1)
  useEffect(() => {
    function onFocus(event: FocusEvent) {
      const target = event.target as Element
      const row = box.current?.contains(target) ? target.closest<HTMLElement>('[data-row]') : undefined
      if (row) {
        last.current = row.dataset.row
        place.current = [...(box.current?.querySelectorAll('[data-row]') ?? [])].indexOf(row)
      }
      // Keep the row while focus is in a dialog or menu, which returns it.
      else if (
        box.current &&
        !target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [data-base-ui-focus-guard]')
      )
        last.current = undefined
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [box])
  useEffect(() => {
    const at = last.current === undefined ? -1 : keys.indexOf(last.current)
    if (at >= 0) place.current = at
    const move = () => {
      if (last.current === undefined || place.current < 0 || at >= 0 || (loading && keys.length === 0)) return false
      const next = keys[Math.min(place.current, keys.length - 1)]
      last.current = next
      if (next === undefined) return focusHeading() !== undefined
      rowFocus(box.current?.querySelector(`[data-row="${CSS.escape(next)}"]`) ?? undefined)?.focus()
      return true
    }
    if (document.activeElement === document.body) move()
    // A drawer or dialog that still has the focus may close later, with nothing to return the focus to.
    return onFocusLost(move)
  })
  return last
}

/** Returns the element of a row to focus: the checkbox when focus comes from a checkbox, otherwise the link. */
function rowFocus(row: Element | undefined): HTMLElement | null | undefined {
  const find = (mark: string) => row?.querySelector<HTMLElement>(mark)
  if (document.activeElement?.matches('[data-row-select]')) return find('[data-row-select]')
  return find('[data-row-link]') ?? find('[data-row-select]')
}

/** Lets j and k move into the rows while the page's body has focus, starting at the last row with focus. */
export function usePageKeys(
  box: React.RefObject<HTMLDivElement | null>,
  on: boolean,
  last: React.RefObject<string | undefined>,
) {
  useEffect(() => {
    if (!on) return
    function onKey(event: globalThis.KeyboardEvent) {
      const body = box.current?.querySelector('tbody, ul')
      if (isFocusFree() && body && !getPressedKey(event).startsWith('Arrow')) moveByKey(event, body, last.current)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [box, on, last])
}
