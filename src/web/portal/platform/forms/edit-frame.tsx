import { useState } from 'react'
import type { Difference } from '../../../ui/conflict-view.tsx'
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx'
import { ActFrame, type ActFrameProps } from './act-frame.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { useUnsavedDialog } from './use-unsaved.tsx'

interface EditFrameProps extends Omit<ActFrameProps, 'confirm' | 'leave' | 'disabled' | 'onSubmit'> {
  /** Whether closing would lose changes. A function is called on leaving, if only the fields know. */
  dirty: boolean | (() => boolean)
  /** Says what would be lost. */
  leaving?: string
  /** Changes that someone else saved while the user was editing, beside the user's. */
  conflict?: { rows: readonly Difference[]; onTheirs: () => void; onMine: () => void } | undefined
  save: string
  onSave: () => void
}

/** A form in a dialog. Asks before typed changes are lost, and shows both sides of a conflict side by side. */
export function EditFrame({
  dirty,
  leaving = 'Your changes aren’t saved yet.',
  conflict,
  save,
  onSave,
  ...frame
}: EditFrameProps) {
  const { open = true, pending, problem, onClose } = frame
  const [asking, setAsking] = useState(false)
  const isDirty = () => (typeof dirty === 'function' ? dirty() : dirty)
  const close = () => (isDirty() ? setAsking(true) : onClose())
  const guard = useUnsavedDialog({ open, isDirty, pending, text: leaving, onClose })
  return (
    <>
      {conflict ? (
        <ConflictDialog {...conflict} problem={problem} pending={pending} onClose={close} />
      ) : (
        <ActFrame size="xl" phone="full" {...frame} confirm={save} onSubmit={onSave} onClose={close} />
      )}
      <ConfirmDialog
        open={asking && open}
        onOpenChange={setAsking}
        title="Leave without saving?"
        description={leaving}
        confirmLabel="Leave"
        onConfirm={onClose}
      />
      {guard}
    </>
  )
}
