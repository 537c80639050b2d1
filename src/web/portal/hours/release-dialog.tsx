import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, client, parseFailure } from '../platform/data/api.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { refreshHours } from './hours-queries.ts'
import type { Block } from './model.ts'

const REASON_MAX = 500

interface ReleaseDialogProps {
  company: string
  block: Block
  onClose: () => void
}

/** Releases hours before their invoice is paid, with a reason. */
export function ReleaseDialog({ company, block, onClose }: ReleaseDialogProps) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { reason: '' } })
  const [problem, setProblem] = useState<string>()
  // Only the full invoice names its blocks, so each open invoice is fetched to find the one for this block.
  const open = useQuery(api.billing.invoices.queryOptions({ input: { company, status: ['open'] } }))
  const found = useQueries({
    queries: (open.data?.items ?? []).map(({ id }) => api.billing.invoice.queryOptions({ input: { id } })),
  })
  const invoice = found.map((q) => q.data).find((i) => i?.hours.some((h) => h.blockId === block.id))
  const looking = !invoice && (open.isPending || found.some((q) => q.isPending))
  const submit = handleSubmit(async ({ reason }) => {
    if (!invoice) return
    setProblem(undefined)
    try {
      await client.billing.releaseHours({ id: invoice.id, version: invoice.version, reason: reason.trim() })
      void refreshHours()
      showToast({ title: `${formatMinutes(block.granted)} released`, tone: 'good' })
      onClose()
    } catch (e) {
      const failure = parseFailure(e)
      const words = failure?.data?.fields?.reason?.[0]
      if (words) setError('reason', { message: words }, { shouldFocus: true })
      else setProblem(failure?.message ?? 'The hours were not released. Try again.')
    }
  })
  return (
    <ActFrame
      title={`Release ${formatMinutes(block.granted)} before payment?`}
      description={`${block.name}${invoice ? `, invoice ${invoice.number}` : ''}. The invoice stays open, and the partner sees who released the hours and why.`}
      confirm="Release hours"
      pending={formState.isSubmitting}
      problem={problem}
      disabled={!invoice}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {looking ? (
        <Skeleton className="h-24" />
      ) : invoice ? (
        <Field label="Reason" required error={formState.errors.reason?.message}>
          <TextArea
            autoFocus
            rows={2}
            {...register('reason', {
              validate: (v) => v.trim() !== '' || 'Enter a reason.',
              maxLength: { value: REASON_MAX, message: `At most ${REASON_MAX} characters.` },
            })}
          />
        </Field>
      ) : (
        <p>No open invoice includes these hours. They are awaiting a card payment, or were just paid.</p>
      )}
    </ActFrame>
  )
}
