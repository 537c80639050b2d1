import { type ReactNode, useState } from 'react'
import { Field, TextArea } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { type FieldErrors, useSending } from '../data/use-sending.ts'
import { ActFrame } from './act-frame.tsx'

interface ReasonDialogProps {
  title: string
  description: string
  /** The label of the text field. */
  label?: string
  /** The input field that the text is sent in, and the error if it is missing. */
  field?: string
  missing?: string
  max?: number
  confirm: string
  danger?: boolean
  /** The toast after success. */
  done: string
  act: (words: string) => Promise<unknown>
  /** Refetches what the action may have changed, even after a failure. */
  refresh: () => unknown
  onClose: () => void
  /** Additional fields, called with the server's field errors. */
  children?: (errors: FieldErrors) => ReactNode
}

/** Asks for a text that is stored with an action, such as a reason. */
export function ReasonDialog({
  title,
  description,
  label = 'Reason',
  field = 'reason',
  missing = 'Enter a reason.',
  max = 500,
  confirm,
  danger = false,
  done,
  act,
  refresh,
  onClose,
  children,
}: ReasonDialogProps) {
  const [words, setWords] = useState('')
  const { pending, errors, problem, theirs, send, setErrors } = useSending<unknown>()
  async function go() {
    if (words.trim() === '') return setErrors({ [field]: missing })
    const ok = await send(() => act(words))
    void refresh()
    if (!ok) return
    showToast({ title: done, tone: 'good' })
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
        problem ??
        (theirs === undefined
          ? undefined
          : 'Someone else changed this while you were editing. Close this dialog, review the changes, and try again.')
      }
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <Field label={label} required error={errors[field]}>
        <TextArea rows={3} maxLength={max} value={words} onChange={(event) => setWords(event.currentTarget.value)} />
      </Field>
      {children?.(errors)}
    </ActFrame>
  )
}
