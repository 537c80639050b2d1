import type { PointerEvent as ReactPointerEvent } from 'react'

/**
 * Makes a click with the mouse count for the button or link on which the press began, even if a refresh moves that
 * control before the mouse button is released. Moving the pointer out of the control's original place still cancels the
 * click. For `onPointerDown` of a container.
 */
export function holdPress({ target, pointerId, pointerType, button }: ReactPointerEvent): void {
  const control = (target as Element).closest('button, a[href]')
  // A touch belongs to the element on which it began anyway.
  if (!control || pointerType !== 'mouse' || button !== 0) return
  const { left, right, top, bottom } = control.getBoundingClientRect()
  const over = new AbortController()
  const leave = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (x < left || x > right || y < top || y > bottom) control.releasePointerCapture(pointerId)
  }
  control.setPointerCapture(pointerId)
  control.addEventListener('pointermove', (event) => leave(event as PointerEvent), { signal: over.signal })
  control.addEventListener('lostpointercapture', () => over.abort(), { signal: over.signal })
}
