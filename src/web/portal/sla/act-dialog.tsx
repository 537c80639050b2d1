import { useState } from 'react'
import { Field, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { useSending } from '../platform/use-sending.ts'
import { refreshSla } from './sla-queries.ts'

interface ActDialogProps {
  title: string
  description: string
  confirm: string
  danger?: boolean
  /** Said when it is done. */
  done: string
  act: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of a step that is kept with it. */
export function ActDialog({ title, description, confirm, danger = false, done, act, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('')
  const { pending, errors, problem, theirs, send, setErrors } = useSending<unknown>()
  async function go() {
    if (reason.trim() === '') return setErrors({ reason: 'Say why.' })
    const ok = await send(() => act(reason))
    void refreshSla()
    if (!ok) return
    toast({ title: done, tone: 'good' })
    onClose()
  }
  return (
    <ActFrame
      title={title}
      description={description}
      confirm={confirm}
      danger={danger}
      pending={pending}
      problem={
        problem ?? (theirs === undefined ? undefined : 'Somebody else changed this meanwhile. Close and look again.')
      }
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <Field label="Why" required error={errors.reason}>
        <TextInput value={reason} maxLength={500} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
