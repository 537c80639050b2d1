import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { useSending } from '../platform/use-sending.ts'
import { refreshAgreements } from './agreement-queries.ts'

interface ReasonDialogProps {
  title: string
  description: string
  /** What the words are. */
  label: string
  /** The field of the input that they go to. */
  field: 'reason' | 'comment'
  confirm: string
  danger?: boolean
  /** Said when it is done. */
  done: string
  /** Asks for a last day as well: today, unless somebody chooses another. */
  lastDay?: {
    today: string
    latest: string | null
    /** What is billed already, and until when. */
    billed: { to: string; words: string } | null
  }
  act: (words: string, lastDay: string | null) => Promise<unknown>
  onClose: () => void
}

/** Asks for the words of a step that is kept with them. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, label, field, confirm, danger = false, done, lastDay, act, onClose } = props
  const [words, setWords] = useState('')
  const [day, setDay] = useState(lastDay?.today ?? '')
  const { pending, errors, problem, theirs, send, setErrors } = useSending<unknown>()
  async function go() {
    if (words.trim() === '')
      return setErrors({ [field]: field === 'reason' ? 'Say why.' : 'Say what should be changed.' })
    const ok = await send(() => act(words, lastDay ? day || null : null))
    void refreshAgreements()
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
        <TextArea rows={3} maxLength={2000} value={words} onChange={(event) => setWords(event.currentTarget.value)} />
      </Field>
      {lastDay && (
        <Field label="Last day" error={errors.lastDay} hint="It runs through this day.">
          <TextInput
            type="date"
            className="[color-scheme:dark]"
            min={lastDay.today}
            {...(lastDay.latest ? { max: lastDay.latest } : {})}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        </Field>
      )}
      {lastDay?.billed && day !== '' && day < lastDay.billed.to && (
        <Banner tone="warn" title="These days are billed already">
          {lastDay.billed.words}
        </Banner>
      )}
    </ActFrame>
  )
}
