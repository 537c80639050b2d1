import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { IconButton } from '../button'
import { cx } from '../cx'
import { recoverFocus, useFocusRecovery } from '../page-focus.ts'

interface DrawerProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** A button that opens it, for drawers without a controlled `open`. */
  trigger?: ReactElement
  /** The heading and accessible name. */
  title: ReactNode
  side?: 'left' | 'right'
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode
  children: ReactNode
}

/** A panel that slides in from the side, for navigation on phones or details beside a list. */
export function Drawer({ open, onOpenChange, trigger, title, side = 'left', footer, children }: DrawerProps) {
  useFocusRecovery(open)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} onOpenChangeComplete={(shown) => !shown && recoverFocus()}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop
          data-backdrop=""
          className="fixed inset-0 z-40 bg-ink/75 transition-opacity duration-240 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Popup
          data-over
          className={cx(
            'fixed inset-y-0 z-40 flex w-80 max-w-[calc(100vw-3rem)] flex-col border-line bg-surface text-sm text-text outline-none transition-transform duration-240',
            side === 'left'
              ? 'left-0 border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full'
              : 'right-0 border-l data-ending-style:translate-x-full data-starting-style:translate-x-full',
          )}
        >
          <div
            data-head=""
            className="flex h-14 shrink-0 items-center justify-between gap-2 border-line border-b pr-2.5 pl-4"
          >
            <Base.Title className="flex min-w-0 items-center font-semibold text-sm">{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" icon={<X aria-hidden className="size-4" />} />} />
          </div>
          <div className="scroll-thin min-h-0 flex-1 overflow-y-auto p-3">{children}</div>
          {footer && (
            <div data-foot="" className="shrink-0 border-line border-t p-3">
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
