import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field, TextArea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { api, client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'

const WORDS_MAX = 2_000

/** Closes a finding with what was done about it. */
export function CloseFinding({ finding, onClose }: { finding: { id: string; title: string }; onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { words: '' } })
  const [problem, setProblem] = useState<string>()
  const submit = handleSubmit(async ({ words }) => {
    try {
      await client.hours.closeFinding({ id: finding.id, words: words.trim() })
      // Those about payments stand among the money too.
      await Promise.all(
        [api.hours.findings.key(), api.billing.key()].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
      toast({ title: 'Finding closed', tone: 'good' })
      onClose()
    } catch (e) {
      setProblem(failureOf(e)?.message ?? 'Something went wrong. Try again.')
    }
  })
  return (
    <ActFrame
      title="Close this finding?"
      description={`${finding.title}. It comes back if it is found again.`}
      confirm="Close finding"
      pending={formState.isSubmitting}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="What was done" required error={formState.errors.words?.message}>
        <TextArea
          rows={3}
          {...register('words', {
            validate: (v) => v.trim() !== '' || 'Say what was done.',
            maxLength: { value: WORDS_MAX, message: 'At most 2,000 characters.' },
          })}
        />
      </Field>
    </ActFrame>
  )
}
