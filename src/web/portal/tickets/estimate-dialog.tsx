import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { parseDuration } from '../../ui/duration.ts'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { EditFrame } from '../platform/edit-frame.tsx'
import { onceKeys } from '../platform/once.ts'
import { fitOf } from './estimate-fit.ts'
import { ticketName } from './labels.ts'
import type { Ticket } from './model.ts'
import { keepTicket, refreshLists, refreshMessages } from './ticket-queries.ts'
import { useTicketHours } from './use-ticket-hours.ts'

const MOST = 60_000
const NOTE_MAX = 2_000
type Form = { minutes: string; note: string; expiresAt: string }

/** Proposes minutes to the partner before the work. */
export function EstimateDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { register, handleSubmit, formState, setError, watch } = useForm<Form>({
    defaultValues: { minutes: '', note: '', expiresAt: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  const [problem, setProblem] = useState<string>()
  const [keys] = useState(onceKeys)
  const hours = useTicketHours(ticket.id, true)
  const minutes = parseDuration(watch('minutes'), MOST)
  const fit = hours && minutes !== undefined ? fitOf(hours, minutes, 'staff', ticket.company.name) : undefined
  const open = ticket.estimates.find((e) => e.status === 'proposed')
  const submit = handleSubmit(async ({ minutes, note, expiresAt }) => {
    setProblem(undefined)
    const input = {
      id: ticket.id,
      minutes: parseDuration(minutes, MOST) ?? 0,
      note,
      // To the end of that day, as the browser's clock has it.
      expiresAt: expiresAt ? new Date(`${expiresAt}T23:59:59`).toISOString() : null,
    }
    try {
      keepTicket(await client.tickets.proposeEstimate(input, { context: { idempotencyKey: keys.keyFor(input) } }))
      keys.done()
      refreshLists()
      void refreshMessages(ticket.id)
      toast({ title: `Estimate of ${showMinutes(input.minutes)} proposed`, tone: 'good' })
      onClose()
    } catch (e) {
      const failure = failureOf(e)
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [field, [message]] of fields)
        setError(field as keyof Form, message === undefined ? {} : { message }, { shouldFocus: true })
      if (fields.length === 0) setProblem(failure?.message ?? 'Something went wrong. Try again.')
    }
  })
  return (
    <EditFrame
      size="md"
      title={`Propose an estimate for ${ticketName(ticket.number)}`}
      description={`An owner of ${ticket.company.name} approves or declines it. Until then the ticket waits on them.`}
      dirty={isDirty}
      leaving="What you wrote is not proposed yet."
      pending={isSubmitting}
      problem={problem}
      save="Propose"
      onSave={() => void submit()}
      onClose={onClose}
    >
      {open && (
        <Banner tone="info">{`It takes the place of the open estimate of ${showMinutes(open.minutes)}.`}</Banner>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Time" error={errors.minutes?.message}>
          <TextInput
            autoFocus
            autoComplete="off"
            placeholder="2h"
            {...register('minutes', {
              validate: (v) => parseDuration(v, MOST) !== undefined || 'Write a time such as 45m, 2h or 1:30.',
            })}
          />
        </Field>
        <Field label="Open until" optional error={errors.expiresAt?.message}>
          <TextInput type="date" {...register('expiresAt')} />
        </Field>
      </div>
      {hours && (
        <p role="status" className={fit && !fit.fits ? '-mt-2 text-warn text-xs' : '-mt-2 text-muted text-xs'}>
          {fit
            ? `${fit.text}${fit.more ? ` ${fit.more}` : ''}`
            : hours.covered
              ? 'Covered by the agreement: it uses no hours.'
              : `${ticket.company.name} has ${showMinutes(Math.max(0, hours.available))} free.`}
        </p>
      )}
      <Field label="What it includes" error={errors.note?.message}>
        <TextArea
          rows={3}
          {...register('note', {
            validate: (v) => v.trim() !== '' || 'Say what is included.',
            maxLength: { value: NOTE_MAX, message: 'At most 2,000 characters.' },
          })}
        />
      </Field>
    </EditFrame>
  )
}
