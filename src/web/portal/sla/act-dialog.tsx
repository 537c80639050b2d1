import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
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
export function ActDialog({ title, description, confirm, danger, done, act, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('')
  const { pending, errors, problem, theirs, send, setErrors } = useSending<unknown>()
  async function go() {
    if (reason.trim() === '') return setErrors({ reason: 'Say why.' })
    if (!(await send(() => act(reason)))) return
    void refreshSla()
    toast({ title: done, tone: 'good' })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={() => void go()}>
            {confirm}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
        className="flex flex-col gap-4"
      >
        {(problem || theirs !== undefined) && (
          <Banner tone="bad">{problem ?? 'Somebody else changed this meanwhile. Close and look again.'}</Banner>
        )}
        <Field label="Why" required error={errors.reason}>
          <TextInput value={reason} maxLength={500} onChange={(event) => setReason(event.currentTarget.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
