import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../cx'
import { Kbd } from '../kbd'
import { popupClass } from './popup-class'

/** Lets neighboring tooltips open without delay once one is open. Mount one at the root. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={400} timeout={300}>
      {children}
    </Base.Provider>
  )
}

/**
 * Shows a short text beside a button on hover and focus. Hidden from screen readers, so the button needs its own name.
 */
export function Tooltip({
  label,
  shortcut,
  side = 'top',
  children,
}: {
  label: ReactNode
  shortcut?: readonly string[]
  side?: 'top' | 'bottom' | 'left' | 'right'
  children: ReactElement
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner aria-hidden side={side} sideOffset={6} collisionPadding={8} className="z-60">
          <Base.Popup className={cx(popupClass, 'flex max-w-64 items-center gap-2 !rounded-sm px-2 py-1 !text-xs')}>
            {label}
            {shortcut && <Kbd keys={shortcut} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
