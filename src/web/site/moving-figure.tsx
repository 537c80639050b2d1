import type { ReactNode } from 'react'
import './moving-figure.css'

/** A drawing with a button that pauses it. Anything that moves for longer than five seconds needs one (WCAG 2.2.2). */
export function MovingFigure({ children }: { children: ReactNode }) {
  return (
    <figure className="figure">
      <input className="pause" type="checkbox" aria-label="Pause the animation" />
      {children}
    </figure>
  )
}
