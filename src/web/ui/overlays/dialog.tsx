import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Banner } from '../banner'
import { Button, IconButton } from '../button'
import { cx } from '../cx'
import { recoverFocus, useFocusRecovery } from '../page-focus.ts'
import { getPressedKey } from '../pressed-key.ts'

const curtainClass =
  'fixed inset-0 z-40 transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0'
const backdropClass = cx(curtainClass, 'bg-ink/75')

const popupClass =
  'relative flex max-h-[calc(100dvh-2rem)] w-full flex-col rounded-lg border border-line bg-surface text-sm text-text outline-none transition-[opacity,scale] duration-180 data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0'

const viewportClass = 'fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] place-items-center p-4'

const sizes = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl', xl: 'max-w-5xl' }

interface DialogProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** A button that opens it, for dialogs without a controlled `open`. */
  trigger?: ReactElement
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof sizes
  /** On phones: centered, or full screen. */
  phone?: 'center' | 'full'
  /** It cannot be closed, and it hides the page below it. */
  required?: boolean
  /** Buttons at the bottom, main action last. */
  footer?: ReactNode
  /** The element to focus first; by default the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>
  children?: ReactNode
}

/**
 * A modal dialog. Escape, the close button and a click outside close it, unless it is `required`. Focus returns to
 * where it was.
 */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  size = 'md',
  phone = 'center',
  required = false,
  footer,
  initialFocus,
  children,
}: DialogProps) {
  const full = phone === 'full'
  // Otherwise a dialog below this one that is not its parent would handle Escape, and close.
  useEffect(() => {
    if (!required || !open) return
    const stop = (event: KeyboardEvent) => {
      if (getPressedKey(event) === 'Escape') event.stopImmediatePropagation()
    }
    addEventListener('keydown', stop, true)
    return () => removeEventListener('keydown', stop, true)
  }, [required, open])
  useFocusRecovery(open)
  return (
    <Base.Root
      open={open}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(shown) => !shown && open === undefined && recoverFocus()}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        {/* Base UI omits the backdrop of a nested dialog unless it is forced. It dims the dialog below. */}
        <Base.Backdrop forceRender data-backdrop="" className={required ? cx(curtainClass, 'bg-ink') : backdropClass} />
        <Base.Viewport className={cx(viewportClass, full && 'max-md:p-0')}>
          <Base.Popup
            data-over
            initialFocus={initialFocus}
            className={cx(
              popupClass,
              sizes[size],
              full && 'max-md:h-dvh max-md:max-h-none max-md:max-w-none max-md:rounded-none max-md:border-0',
            )}
          >
            <div data-head="" className={cx('px-5 pt-4 pb-3', !required && 'pr-14')}>
              <Base.Title className="font-semibold text-base">{title}</Base.Title>
              {description && <Base.Description className="mt-1 text-muted">{description}</Base.Description>}
            </div>
            {children && <DialogBody>{children}</DialogBody>}
            {footer && <DialogFooter>{footer}</DialogFooter>}
            {/* Last in the DOM, so that focus starts in the content. */}
            {!required && (
              <Base.Close
                render={
                  <IconButton
                    size="sm"
                    label="Close"
                    icon={<X aria-hidden className="size-4" />}
                    className="!absolute top-3 right-3 max-md:top-1.5 max-md:right-1.5 max-md:!size-11"
                  />
                }
              />
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** The scrolling part. It is focusable when nothing in it is, so that it can be scrolled by keyboard. */
function DialogBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const node = body.current
    if (!node) return
    const observer = new ResizeObserver(() => {
      const holdsFocus = node.querySelector('a[href], button, input, select, textarea, [tabindex]') !== null
      setScrolls(node.scrollHeight > node.clientHeight && !holdsFocus)
    })
    observer.observe(node)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={body}
      tabIndex={scrolls ? 0 : undefined}
      className="scroll-thin min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5"
    >
      {children}
    </div>
  )
}

function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div
      data-foot=""
      className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3.5 max-md:[&>*]:min-w-fit max-md:[&>*]:flex-1"
    >
      {children}
    </div>
  )
}

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A question that names the object, such as "Delete contact Ana Ruiz?" */
  title: ReactNode
  /** The consequence, and whether it can be undone. */
  description: ReactNode
  /** The action, such as "Delete contact". */
  confirmLabel: string
  tone?: 'danger' | 'primary'
  /** May return a promise. The dialog then waits, closes on success and shows the message of an error. */
  onConfirm: () => unknown
}

/** Asks the user to confirm an action. A click outside does not close it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  tone = 'danger',
  onConfirm,
}: ConfirmDialogProps) {
  useFocusRecovery(open)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  async function confirm() {
    setPending(true)
    setError(undefined)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : 'We couldn’t complete this. Try again.')
    } finally {
      setPending(false)
    }
  }

  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (pending) return
        setError(undefined)
        onOpenChange(next)
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender data-backdrop="" className={backdropClass} />
        <AlertDialog.Viewport className={viewportClass}>
          <AlertDialog.Popup data-over className={cx(popupClass, sizes.sm)}>
            <div data-head="" className="scroll-thin overflow-y-auto px-5 pt-4 pb-5">
              <AlertDialog.Title className="font-semibold text-base">{title}</AlertDialog.Title>
              <AlertDialog.Description className="mt-1.5 text-muted">{description}</AlertDialog.Description>
              {error && (
                <div className="mt-4">
                  <Banner tone="bad">{error}</Banner>
                </div>
              )}
            </div>
            <DialogFooter>
              <AlertDialog.Close render={<Button>Cancel</Button>} />
              <Button variant={tone} pending={pending} onClick={confirm}>
                {confirmLabel}
              </Button>
            </DialogFooter>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
