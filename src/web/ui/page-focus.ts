// Where the focus of a page is when no control has it, and where it goes when the control that had it is gone.

import { useEffect, useMemo } from 'react'

/** The element with the portal's screen. */
const CONTENT = 'main'
/** Asks listeners for a better place than the heading. A listener that moves the focus calls `preventDefault`. */
const LOST = 'page-focus-lost'

/** Returns whether no control has the focus: it is on the page itself or on its heading. */
export function isFocusFree(): boolean {
  const at = document.activeElement
  return at === null || at === document.body || at.matches('main, main h1')
}

/**
 * Moves the focus to the page's heading, so that a screen reader reads it and the next Tab starts there. Returns the
 * heading.
 */
export function focusHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>(`${CONTENT} h1`)
  if (!heading) return undefined
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return heading
}

/** Ends the last watch of `recoverFocus`. */
let endWatch = () => {}
/**
 * The elements that had the focus before each of the closing dialogs opened, those of the last dialog first. An opener
 * can itself be in a dialog that closes.
 */
let openers: Element[] = []

/**
 * Waits for a dialog to close, and then moves the focus if nothing has it: because the dialog had nothing to return it
 * to, or because what the dialog did removes the button that opened it. The focus goes to `opener`, else to a place
 * that a listener of `onFocusLost` knows, else to the heading. Stops when the user presses a key or the pointer, and on
 * another screen, which has its own place for the focus.
 */
export function recoverFocus(opener?: Element | null): void {
  const known = [opener ?? [], openers].flat()
  endWatch()
  openers = known
  const { pathname } = location
  const look = () => {
    if (location.pathname !== pathname) return endWatch()
    if (document.activeElement !== document.body) return
    for (const element of openers) {
      if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true })
      if (document.activeElement !== document.body) return
    }
    endWatch()
    if (document.dispatchEvent(new Event(LOST, { cancelable: true }))) focusHeading()
  }
  const watch = new MutationObserver(look)
  // The dialog returns the focus and is removed only after it has reported that it closed.
  const frame = requestAnimationFrame(() => {
    watch.observe(document.body, { childList: true, subtree: true })
    look()
  })
  endWatch = () => {
    openers = []
    cancelAnimationFrame(frame)
    watch.disconnect()
    for (const kind of ['keydown', 'pointerdown']) removeEventListener(kind, endWatch, true)
    document.removeEventListener('focusin', moved)
  }
  // A screen reader can move the focus without a key event on the page.
  const moved = ({ target }: Event) => {
    if (target instanceof Element && !openers.includes(target) && !target.closest('[data-over]')) endWatch()
  }
  for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, endWatch, true)
  document.addEventListener('focusin', moved)
}

/**
 * Gives the focus back to the element that had it before a dialog opened. Base UI does so only if the dialog closes
 * before it is removed, and many are removed immediately.
 */
export function useFocusRecovery(open: boolean | undefined): void {
  const opener = useMemo(() => (open ? document.activeElement : null), [open])
  useEffect(() => (open ? () => recoverFocus(opener) : undefined), [open, opener])
}

/**
 * Calls `move` when the focus is lost. `move` returns whether it moved the focus. Returns a function that removes the
 * listener.
 */
export function onFocusLost(move: () => boolean): () => void {
  const listener = (event: Event) => {
    if (!event.defaultPrevented && move()) event.preventDefault()
  }
  document.addEventListener(LOST, listener)
  return () => document.removeEventListener(LOST, listener)
}
