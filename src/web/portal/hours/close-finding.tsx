import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { api, client, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'

const WORDS_MAX = 2_000

interface CloseFindingProps {
  finding: { id: string; title: string; kind?: string }
  /** Retries the failed job instead of discarding it. */
  retry?: boolean
  onClose: () => void
}

/** Closes a discrepancy with a note about what was done. For a failed job, retries or discards the job. */
export function CloseFinding({ finding, retry = false, onClose }: CloseFindingProps) {
  const isJob = finding.kind === 'job_set_aside'
  const { register, handleSubmit, formState } = useForm({ defaultValues: { words: '' } })
  const [problem, setProblem] = useState<string>()
  const submit = handleSubmit(async ({ words }) => {
    try {
      await client.hours.closeFinding({ id: finding.id, words: words.trim(), retry })
      // Discrepancies about payments are also shown in billing.
      await Promise.all(
        [api.hours.findings.key(), api.billing.key()].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
      showToast({ title: isJob ? (retry ? 'Job retried' : 'Job discarded') : 'Discrepancy closed', tone: 'good' })
      onClose()
    } catch (e) {
      setProblem(parseFailure(e)?.message ?? 'Nothing was changed. Try again.')
    }
  })
  return (
    <ActFrame
      title={isJob ? (retry ? 'Retry this job?' : 'Discard this job?') : 'Close this discrepancy?'}
      description={
        isJob
          ? `${finding.title}. ${retry ? 'If it fails the same way two more times, it will be put on hold again.' : 'This job’s work won’t be done.'}`
          : `${finding.title}. It will reappear if it is found again.`
      }
      confirm={isJob ? (retry ? 'Retry job' : 'Discard job') : 'Close discrepancy'}
      pending={formState.isSubmitting}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="What was done" required error={formState.errors.words?.message}>
        <TextArea
          rows={3}
          {...register('words', {
            validate: (v) => v.trim() !== '' || 'Describe what was done.',
            maxLength: { value: WORDS_MAX, message: 'At most 2,000 characters.' },
          })}
        />
      </Field>
    </ActFrame>
  )
}
