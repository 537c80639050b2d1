// Where the focus of a page is when no control has it, and where it goes when the control that had it is gone.

import { useEffect } from 'react'

/** The element with the portal's screen. */
const CONTENT = 'main'
/** Asks who knows a better place than the heading. A listener that moves the focus calls `preventDefault`. */
const LOST = 'page-focus-lost'

/** Returns whether no control has the focus: it is on the page itself or on its heading. */
export function isFocusFree(): boolean {
  const at = document.activeElement
  return at === null || at === document.body || at.matches('main, main h1')
}

/** Moves the focus to the page's heading, so that it is read and the next Tab starts there. Returns the heading. */
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
 * Moves the focus to a better place, or to the heading, if a dialog closes with nothing to return the focus to, or if
 * what the dialog did then removes the button that opened it. Stops when the user presses something, and on another
 * screen, which has its own place for the focus.
 */
export function recoverFocus(): void {
  endWatch()
  const { pathname } = location
  const look = () => {
    if (location.pathname !== pathname) return endWatch()
    if (document.activeElement !== document.body) return
    endWatch()
    if (document.dispatchEvent(new Event(LOST, { cancelable: true }))) focusHeading()
  }
  const watch = new MutationObserver(look)
  // The dialog is removed, and returns the focus, after it says that it closed.
  const frame = requestAnimationFrame(() => {
    watch.observe(document.body, { childList: true, subtree: true })
    look()
  })
  endWatch = () => {
    cancelAnimationFrame(frame)
    watch.disconnect()
    for (const kind of ['keydown', 'pointerdown']) removeEventListener(kind, endWatch, true)
  }
  for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, endWatch, true)
}

/** Recovers the focus after a dialog, also if it is removed while it is open. */
export function useFocusRecovery(open: boolean | undefined): void {
  useEffect(() => (open ? recoverFocus : undefined), [open])
}

/** Calls `move` when the focus is lost. It returns whether it moved the focus. Returns a function that stops it. */
export function onFocusLost(move: () => boolean): () => void {
  const listener = (event: Event) => {
    if (!event.defaultPrevented && move()) event.preventDefault()
  }
  document.addEventListener(LOST, listener)
  return () => document.removeEventListener(LOST, listener)
}
