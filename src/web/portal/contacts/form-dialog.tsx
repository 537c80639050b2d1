import { type ReactNode, useId, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'

interface FormDialogProps {
  open: boolean
  title: string
  /** "New contact" is not kept; "what you changed about Pat" is not saved. */
  leaving: string
  save: string
  saving: boolean
  problem: string | undefined
  /** Fields that somebody else changed too: their label, what stands there now, and how to take that. */
  conflicts: { name: string; label: string; theirs: string; take: () => void }[]
  /** Whether closing would lose something. */
  dirty: () => boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form in it. Closing it asks first when something would be lost; Ctrl or ⌘ with Enter sends it. */
export function FormDialog(props: FormDialogProps) {
  const { open, title, leaving, save, saving, problem, conflicts, dirty, onSubmit, onClose, children } = props
  const [asking, setAsking] = useState(false)
  const id = useId()
  const close = () => {
    if (saving) return
    if (dirty()) setAsking(true)
    else onClose()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && close()}
        phone="full"
        title={title}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" type="submit" form={id} pending={saving}>
              {save}
            </Button>
          </>
        }
      >
        <form
          id={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!saving) onSubmit()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
          }}
          className="flex flex-col gap-5 pt-1"
        >
          {problem && <Banner tone="bad">{problem}</Banner>}
          {conflicts.length > 0 && (
            <Banner tone="warn" title="Somebody else changed this too">
              Yours is not saved yet. Save to keep yours, or take theirs:
              <span className="mt-2 flex flex-col gap-2 text-text">
                {conflicts.map((c) => (
                  <span key={c.name} className="flex flex-wrap items-center justify-between gap-2">
                    <span className="min-w-0">
                      <span className="text-muted">{c.label}:</span> {c.theirs || 'empty'}
                    </span>
                    <Button size="sm" onClick={c.take} aria-label={`Take theirs: ${c.label}`}>
                      Take theirs
                    </Button>
                  </span>
                ))}
              </span>
            </Banner>
          )}
          {children}
        </form>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard what you typed?"
        description={leaving}
        confirmLabel="Discard"
        onConfirm={onClose}
      />
    </>
  )
}
