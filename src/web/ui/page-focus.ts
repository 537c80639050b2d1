// Where the focus of a page is when no control has it, and where it goes when the control that had it is gone.

import { useEffect, useMemo } from 'react'

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
 * The elements that had the focus before the dialogs that are closing, the last dialog first. One of them can hold
 * another.
 */
let openers: Element[] = []

/**
 * Moves the focus to `opener`, else to a better place, else to the heading, if a dialog closes with nothing to return
 * the focus to, or if what the dialog did then removes the button that opened it. Stops when the user presses
 * something, and on another screen, which has its own place for the focus.
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
  // The dialog is removed, and returns the focus, after it says that it closed.
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
 * Returns the focus to what had it before a dialog opened. Base UI does so only if the dialog closes before it is
 * removed, and many are removed immediately.
 */
export function useFocusRecovery(open: boolean | undefined): void {
  const opener = useMemo(() => (open ? document.activeElement : null), [open])
  useEffect(() => (open ? () => recoverFocus(opener) : undefined), [open, opener])
}

/** Calls `move` when the focus is lost. It returns whether it moved the focus. Returns a function that stops it. */
export function onFocusLost(move: () => boolean): () => void {
  const listener = (event: Event) => {
    if (!event.defaultPrevented && move()) event.preventDefault()
  }
  document.addEventListener(LOST, listener)
  return () => document.removeEventListener(LOST, listener)
}
