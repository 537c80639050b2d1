import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field, TextArea } from '../../ui/field.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { api, client, failureOf } from '../platform/api.ts'
import { refreshHours } from './hours-queries.ts'
import type { Block } from './model.ts'

const REASON_MAX = 500

interface ReleaseDialogProps {
  company: string
  block: Block
  onClose: () => void
}

/** Makes hours usable before their invoice is paid, with the reason. */
export function ReleaseDialog({ company, block, onClose }: ReleaseDialogProps) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { reason: '' } })
  const [problem, setProblem] = useState<string>()
  // Which of the open invoices the block was bought with stands on the invoice.
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
      toast({ title: `${showMinutes(block.granted)} can be used now`, tone: 'good' })
      onClose()
    } catch (e) {
      const failure = failureOf(e)
      const words = failure?.data?.fields?.reason?.[0]
      if (words) setError('reason', { message: words }, { shouldFocus: true })
      else setProblem(failure?.message ?? 'Something went wrong. Try again.')
    }
  })
  return (
    <ActFrame
      title={`Release ${showMinutes(block.granted)} before they are paid?`}
      description={`${block.name}${invoice ? `, invoice ${invoice.number}` : ''}. The invoice stays open, and the partner reads who released the hours and why.`}
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
              validate: (v) => v.trim() !== '' || 'Say why.',
              maxLength: { value: REASON_MAX, message: `At most ${REASON_MAX} characters.` },
            })}
          />
        </Field>
      ) : (
        <p>No open invoice has these hours on it. They wait for a card payment, or were paid just now.</p>
      )}
    </ActFrame>
  )
}
