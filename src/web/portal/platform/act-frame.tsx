import { type ReactNode, useId } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** What a dialog with a form in it is told. */
export interface ActFrameProps {
  open?: boolean
  title: string
  description?: string | undefined
  /** What the button does. */
  confirm: string
  danger?: boolean
  /** Words of the button that does nothing. */
  leave?: string
  pending: boolean
  problem?: string | undefined
  disabled?: boolean
  size?: 'sm' | 'md' | 'lg' | 'xl'
  phone?: 'center' | 'full'
  /** Left in the foot. */
  more?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog that does one thing: what it needs to know, what went wrong, and a button that says what is done. Ctrl or ⌘
 * with Enter does it from anywhere in the form.
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
          // Enter in a field sends it as the button does, and no more often.
          if (!pending && !disabled) onSubmit()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          // A field of one line would send it once more by itself.
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
