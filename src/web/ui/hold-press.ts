import type { PointerEvent as ReactPointerEvent } from 'react'

/**
 * Makes a press with the mouse count for the button or link on which it began, although a refresh moves it before the
 * button is released. Moving the pointer off its place still cancels the press. For `onPointerDown` of a container.
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
