import { type ReactNode, useState } from 'react'
import { Field, TextArea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from './act-frame.tsx'
import { type FieldErrors, useSending } from './use-sending.ts'

interface ReasonDialogProps {
  title: string
  description: string
  /** What the words are. */
  label?: string
  /** The field of the input that they go to, and what is said where they are missing. */
  field?: string
  missing?: string
  max?: number
  confirm: string
  danger?: boolean
  /** Said when it is done. */
  done: string
  act: (words: string) => Promise<unknown>
  /** Asks again for what the step may have changed, also where it failed. */
  refresh: () => unknown
  onClose: () => void
  /** What else it asks for, with what the server said of it. */
  children?: (errors: FieldErrors) => ReactNode
}

/** Asks for the words of a step that is kept with them. */
export function ReasonDialog({
  title,
  description,
  label = 'Why',
  field = 'reason',
  missing = 'Say why.',
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
    toast({ title: done, tone: 'good' })
    onClose()
  }
  return (
    <ActFrame
      title={title}
      description={description}
      confirm={confirm}
      danger={danger}
      leave="Keep as it is"
      pending={pending}
      problem={
        problem ?? (theirs === undefined ? undefined : 'Somebody else changed this meanwhile. Close and look again.')
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
