import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'

interface CommandDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name, only for screen readers. */
  title: string
  initialFocus: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A dialog at the top of the page for typed commands; full screen on phones. Escape and a click outside close it. */
export function CommandDialog({ open, onOpenChange, title, initialFocus, children }: CommandDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop
          data-backdrop=""
          className="fixed inset-0 z-40 bg-ink/75 transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Viewport className="fixed inset-0 z-40 flex justify-center px-4 pt-[10vh] pb-8 max-md:p-0">
          <Base.Popup
            data-over
            initialFocus={initialFocus}
            className="flex h-fit max-h-full w-full max-w-2xl flex-col overflow-hidden rounded-lg border border-line bg-surface text-sm text-text outline-none transition-[opacity,scale] duration-120 data-ending-style:scale-99 data-starting-style:scale-99 data-ending-style:opacity-0 data-starting-style:opacity-0 max-md:h-dvh max-md:max-w-none max-md:rounded-none max-md:border-0"
          >
            <Base.Title className="sr-only">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
