import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Field, TextArea, TextInput } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { parseDuration } from '../../../ui/text/duration.ts'
import { client, parseFailure } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import { EditFrame } from '../../platform/forms/edit-frame.tsx'
import { formatTicketNumber } from '../facts/labels.ts'
import type { Ticket } from '../model.ts'
import { keepTicket, refreshMessages, refreshTicketLists } from '../ticket-queries.ts'
import { calculateFit } from './estimate-fit.ts'
import { useTicketHours } from './use-ticket-hours.ts'

const MOST = 60_000
const NOTE_MAX = 2_000
type Form = { minutes: string; note: string; expiresAt: string }

/** Proposes an estimate in minutes to the partner before the work. */
export function EstimateDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { register, handleSubmit, formState, setError, watch } = useForm<Form>({
    defaultValues: { minutes: '', note: '', expiresAt: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  const [problem, setProblem] = useState<string>()
  const [keys] = useState(createOnceKeys)
  const hours = useTicketHours(ticket.id, true)
  const minutes = parseDuration(watch('minutes'), MOST)
  const fit = hours && minutes !== undefined ? calculateFit(hours, minutes, 'staff', ticket.company.name) : undefined
  const open = ticket.estimates.find((e) => e.status === 'proposed')
  const submit = handleSubmit(async ({ minutes, note, expiresAt }) => {
    setProblem(undefined)
    const input = {
      id: ticket.id,
      minutes: parseDuration(minutes, MOST) ?? 0,
      note,
      // Until the end of that day, in the browser's time zone.
      expiresAt: expiresAt ? new Date(`${expiresAt}T23:59:59`).toISOString() : null,
    }
    try {
      keepTicket(await client.tickets.proposeEstimate(input, { context: { idempotencyKey: keys.keyFor(input) } }))
      keys.done()
      refreshTicketLists()
      void refreshMessages(ticket.id)
      showToast({ title: `Estimate of ${formatMinutes(input.minutes)} proposed`, tone: 'good' })
      onClose()
    } catch (e) {
      const failure = parseFailure(e)
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [field, [message]] of fields)
        setError(field as keyof Form, message === undefined ? {} : { message }, { shouldFocus: true })
      if (fields.length === 0) setProblem(failure?.message ?? 'The estimate was not proposed. Try again.')
    }
  })
  return (
    <EditFrame
      size="md"
      title={`Propose an estimate for ${formatTicketNumber(ticket.number)}`}
      description={`An owner at ${ticket.company.name} approves or declines it. Until then, the ticket is waiting on the partner.`}
      dirty={isDirty}
      leaving="You haven’t proposed this estimate yet."
      pending={isSubmitting}
      problem={problem}
      save="Propose estimate"
      onSave={() => void submit()}
      onClose={onClose}
    >
      {open && <Banner tone="info">{`This replaces the open estimate of ${formatMinutes(open.minutes)}.`}</Banner>}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Time" error={errors.minutes?.message}>
          <TextInput
            autoFocus
            autoComplete="off"
            placeholder="2h"
            {...register('minutes', {
              validate: (v) => parseDuration(v, MOST) !== undefined || 'Enter a time such as 45m, 2h or 1:30.',
            })}
          />
        </Field>
        <Field label="Expires on" optional error={errors.expiresAt?.message}>
          <TextInput type="date" {...register('expiresAt')} />
        </Field>
      </div>
      {hours && (
        <p role="status" className={fit && !fit.fits ? '-mt-2 text-warn text-xs' : '-mt-2 text-muted text-xs'}>
          {fit
            ? `${fit.text}${fit.more ? ` ${fit.more}` : ''}`
            : hours.covered
              ? 'Covered by the agreement. No hours will be used.'
              : `${ticket.company.name} has ${formatMinutes(Math.max(0, hours.available))} available.`}
        </p>
      )}
      <Field label="What’s included" error={errors.note?.message}>
        <TextArea
          rows={3}
          {...register('note', {
            validate: (v) => v.trim() !== '' || 'Describe what’s included.',
            maxLength: { value: NOTE_MAX, message: 'At most 2,000 characters.' },
          })}
        />
      </Field>
    </EditFrame>
  )
}
