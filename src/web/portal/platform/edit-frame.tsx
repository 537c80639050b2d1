import { useState } from 'react'
import type { Difference } from '../../ui/conflict-view.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ActFrame, type ActFrameProps } from './act-frame.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'

interface EditFrameProps extends Omit<ActFrameProps, 'confirm' | 'leave' | 'disabled' | 'onSubmit'> {
  /** Whether closing would lose something; asked when it closes, where only the fields know. */
  dirty: boolean | (() => boolean)
  /** What would be lost. */
  leaving?: string
  /** What somebody else saved meanwhile, beside what I want. */
  conflict?: { rows: readonly Difference[]; onTheirs: () => void; onMine: () => void } | undefined
  save: string
  onSave: () => void
}

/** A form in a dialog: nothing typed is lost by a key or a click beside it, and two people's changes stand side by side. */
export function EditFrame({ dirty, leaving, conflict, save, onSave, ...frame }: EditFrameProps) {
  const { open = true, pending, problem, onClose } = frame
  const [asking, setAsking] = useState(false)
  const close = () => ((typeof dirty === 'function' ? dirty() : dirty) ? setAsking(true) : onClose())
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
        description={leaving ?? 'What you changed is not saved yet.'}
        confirmLabel="Leave"
        onConfirm={onClose}
      />
    </>
  )
}
