import { useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { toast } from '../../ui/toast.tsx'
import { api, client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { ticketName } from './labels.ts'
import type { Ticket } from './model.ts'
import { keepTicket, refreshLists, refreshMessages } from './ticket-queries.ts'

const COMMENT_MAX = 2_000

interface DecideDialogProps {
  ticket: Ticket
  estimate: Ticket['estimates'][number]
  decision: 'approved' | 'declined'
  onClose: () => void
}

/** Approves or declines an estimate, with a comment if wanted. Who was slower sees what the other decided. */
export function DecideDialog({ ticket, estimate, decision, onClose }: DecideDialogProps) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { comment: '' } })
  const [problem, setProblem] = useState<string>()
  const [late, setLate] = useState<Ticket>()
  const id = useId()
  // Not the comment: on a phone its keyboard would cover what is decided.
  const act = useRef<HTMLButtonElement>(null)
  const approve = decision === 'approved'
  const length = showMinutes(estimate.minutes)
  const keep = (answer: Ticket) => {
    keepTicket(answer)
    refreshLists()
    void refreshMessages(ticket.id)
  }
  const submit = handleSubmit(async ({ comment }) => {
    setProblem(undefined)
    try {
      keep(
        await client.tickets.decideEstimate({
          id: ticket.id,
          estimateId: estimate.id,
          decision,
          comment: comment.trim() || null,
        }),
      )
      toast({ title: `Estimate of ${length} ${decision}`, tone: 'good' })
      onClose()
    } catch (e) {
      const failure = failureOf(e)
      const current = failure?.data?.current as Ticket | undefined
      const message = failure?.data?.fields?.comment?.[0]
      if (failure?.code === 'HOURS_SHORT') {
        // Somebody used or promised the hours meanwhile: the card shows what is left.
        void queries.invalidateQueries({ queryKey: api.tickets.hours.key() })
        setProblem(
          `${showMinutes(Number(failure.data?.missing ?? 0))} are missing by now. Buy hours first, or decline it.`,
        )
      } else if (current) setLate(current)
      else if (message) setError('comment', { message }, { shouldFocus: true })
      else setProblem(failure?.message ?? 'Something went wrong. Try again.')
    }
  })
  if (late) {
    const now = late.estimates.find((e) => e.id === estimate.id)
    const done = () => {
      keep(late)
      onClose()
    }
    return (
      <Dialog
        open
        onOpenChange={done}
        size="sm"
        title="Somebody was faster"
        footer={
          <Button variant="primary" onClick={done}>
            Show it
          </Button>
        }
      >
        <p>
          {now?.decidedBy
            ? `${now.decidedBy.name} ${now.status} this estimate already.${now.comment ? ` “${now.comment}”` : ''}`
            : `This estimate is ${now?.status ?? 'gone'}; there is nothing to decide any more.`}
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !formState.isSubmitting && onClose()}
      size="sm"
      initialFocus={act}
      title={`${approve ? 'Approve' : 'Decline'} ${length} for ${ticketName(ticket.number)}?`}
      description={approve ? 'We begin when you have approved.' : 'We do not begin before you agree on something else.'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            ref={act}
            variant={approve ? 'primary' : 'danger'}
            type="submit"
            form={id}
            pending={formState.isSubmitting}
          >
            {approve ? `Approve ${length}` : 'Decline'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Field label={approve ? 'Comment' : 'Why'} optional error={formState.errors.comment?.message}>
          <TextArea
            rows={3}
            {...register('comment', { maxLength: { value: COMMENT_MAX, message: 'At most 2,000 characters.' } })}
          />
        </Field>
      </form>
    </Dialog>
  )
}
