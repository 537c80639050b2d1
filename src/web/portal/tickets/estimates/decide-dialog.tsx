import { useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea } from '../../../ui/forms/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { api, client, parseFailure } from '../../platform/data/api.ts'
import { queries } from '../../platform/data/queries.ts'
import { formatTicketNumber } from '../facts/labels.ts'
import type { Ticket } from '../model.ts'
import { keepTicket, refreshMessages, refreshTicketLists } from '../ticket-queries.ts'

const COMMENT_MAX = 2_000

interface DecideDialogProps {
  ticket: Ticket
  estimate: Ticket['estimates'][number]
  decision: 'approved' | 'declined'
  onClose: () => void
}

/** Approves or declines an estimate, with an optional comment. If someone else decided first, shows their decision. */
export function DecideDialog({ ticket, estimate, decision, onClose }: DecideDialogProps) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { comment: '' } })
  const [problem, setProblem] = useState<string>()
  const [late, setLate] = useState<Ticket>()
  const id = useId()
  // Focus the button, not the comment: on a phone the keyboard would cover the estimate.
  const act = useRef<HTMLButtonElement>(null)
  const approve = decision === 'approved'
  const length = formatMinutes(estimate.minutes)
  const keep = (answer: Ticket) => {
    keepTicket(answer)
    refreshTicketLists()
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
      showToast({ title: `Estimate of ${length} ${decision}`, tone: 'good' })
      onClose()
    } catch (e) {
      const failure = parseFailure(e)
      const current = failure?.data?.current as Ticket | undefined
      const message = failure?.data?.fields?.comment?.[0]
      if (failure?.code === 'HOURS_SHORT') {
        // The hours were used or reserved since the dialog opened. Refetch so that the card shows what is left.
        void queries.invalidateQueries({ queryKey: api.tickets.hours.key() })
        setProblem(
          `You’re ${formatMinutes(Number(failure.data?.missing ?? 0))} short. Buy hours or decline the estimate.`,
        )
      } else if (current) setLate(current)
      else if (message) setError('comment', { message }, { shouldFocus: true })
      else setProblem(failure?.message ?? 'Your decision was not saved. Try again.')
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
        title="Someone else changed this estimate"
        footer={
          <Button variant="primary" onClick={done}>
            Show ticket
          </Button>
        }
      >
        <p>
          {now?.decidedBy
            ? `${now.decidedBy.name} already ${now.status} this estimate.${now.comment ? ` “${now.comment}”` : ''}`
            : `This estimate is ${now?.status ?? 'no longer available'}, so you can’t approve or decline it.`}
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
      title={`${approve ? 'Approve' : 'Decline'} ${length} for ${formatTicketNumber(ticket.number)}?`}
      description={approve ? 'We start work after you approve.' : 'We won’t start until you approve another estimate.'}
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
            {`${approve ? 'Approve' : 'Decline'} ${length}`}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Field label={approve ? 'Comment' : 'Reason'} optional error={formState.errors.comment?.message}>
          <TextArea
            rows={3}
            {...register('comment', { maxLength: { value: COMMENT_MAX, message: 'At most 2,000 characters.' } })}
          />
        </Field>
      </form>
    </Dialog>
  )
}
