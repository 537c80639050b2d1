import { type ReactNode, useId } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { isSendKey } from '../../../ui/pressed-key.ts'

/** The props of a dialog that contains a form. */
export interface ActFrameProps {
  open?: boolean
  title: string
  description?: string | undefined
  /** The label of the button that submits. */
  confirm: string
  danger?: boolean
  /** The label of the button that closes the dialog without submitting. */
  leave?: string
  pending: boolean
  problem?: string | undefined
  disabled?: boolean
  size?: 'sm' | 'md' | 'lg' | 'xl'
  phone?: 'center' | 'full'
  /** Shown at the left of the footer. */
  more?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog for one action: its fields, the error, and a button that names the action. Ctrl or ⌘ with Enter submits from
 * anywhere in the form.
 */
export function ActFrame({
  open = true,
  title,
  description,
  confirm,
  danger = false,
  leave = 'Cancel',
  pending,
  problem,
  disabled = false,
  size = 'sm',
  phone = 'center',
  more,
  onSubmit,
  onClose,
  children,
}: ActFrameProps) {
  const id = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !pending && onClose()}
      size={size}
      phone={phone}
      title={title}
      description={description}
      footer={
        <>
          {more}
          <Button onClick={onClose}>{leave}</Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" form={id} pending={pending} disabled={disabled}>
            {confirm}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // Enter in a field submits under the same conditions as the button.
          if (!pending && !disabled) onSubmit()
        }}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return
          // A single-line field would also submit automatically.
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
        className={size === 'sm' ? 'flex flex-col gap-4' : 'flex flex-col gap-5'}
      >
        {problem && <Banner tone="bad">{problem}</Banner>}
        {children}
      </form>
    </Dialog>
  )
}
