import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../cx'
import { popupClass } from './popup-class'

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** The heading and accessible name. */
  title: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  className?: string
  children: ReactNode
}

/** A small box beside its button, for filters, notifications and explanations. */
export function Popover({
  trigger,
  title,
  open,
  onOpenChange,
  align = 'start',
  side = 'bottom',
  className,
  children,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            data-popup
            className={cx(
              popupClass,
              'scroll-thin max-h-(--available-height) w-80 max-w-(--available-width) overflow-y-auto p-4',
              className,
            )}
          >
            <Base.Title className="mb-2 font-medium text-sm">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
