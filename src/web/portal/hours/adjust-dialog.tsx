import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { parseDuration } from '../../ui/duration.ts'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { EditFrame } from '../platform/edit-frame.tsx'
import { onceKeys } from '../platform/once.ts'
import { blocksOptions, refreshHours } from './hours-queries.ts'

const MOST = 600_000
const REASON_MAX = 500
type Form = { minutes: string; blockId: string; name: string; expiresOn: string; reason: string }

interface AdjustDialogProps {
  company: { id: string; name: string }
  left: number
  onClose: () => void
}

/** Gives a company hours by hand, or takes some, with the reason that both sides read. */
export function AdjustDialog({ company, left, onClose }: AdjustDialogProps) {
  const [way, setWay] = useState<'give' | 'take'>('give')
  const { register, handleSubmit, formState, setError, watch } = useForm<Form>({
    defaultValues: { minutes: '', blockId: '', name: '', expiresOn: '', reason: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  const [problem, setProblem] = useState<string>()
  const [keys] = useState(onceKeys)
  const { data: blocks } = useQuery(blocksOptions({ company: company.id }, false))
  const open = blocks?.items.filter((b) => b.state === 'active' && b.remaining > 0) ?? []
  const minutes = parseDuration(watch('minutes'), MOST)
  const after = minutes === undefined ? undefined : left + (way === 'give' ? minutes : -minutes)
  const submit = handleSubmit(async (values) => {
    setProblem(undefined)
    const amount = parseDuration(values.minutes, MOST) ?? 0
    const input = {
      companyId: company.id,
      minutes: way === 'give' ? amount : -amount,
      reason: values.reason.trim(),
      ...(way === 'take' && values.blockId ? { blockId: values.blockId } : {}),
      ...(way === 'give' && values.name.trim() ? { name: values.name.trim() } : {}),
      ...(way === 'give' && values.expiresOn ? { expiresOn: values.expiresOn } : {}),
    }
    try {
      const now = await client.hours.adjust(input, { context: { idempotencyKey: keys.keyFor(input) } })
      keys.done()
      void refreshHours()
      toast({
        title: `${showMinutes(amount)} ${way === 'give' ? 'given' : 'taken'}`,
        description: `${company.name} has ${showMinutes(now.balance)} now.`,
        tone: 'good',
      })
      onClose()
    } catch (e) {
      const failure = failureOf(e)
      if (failure?.code === 'HOURS_SHORT') {
        const available = failure.data?.available as number | undefined
        return setError(
          'minutes',
          { message: `Only ${showMinutes(Math.max(0, available ?? 0))} can be taken. Write that or less.` },
          { shouldFocus: true },
        )
      }
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [field, [message]] of fields)
        setError(field as keyof Form, message === undefined ? {} : { message }, { shouldFocus: true })
      if (fields.length === 0) setProblem(failure?.message ?? 'Something went wrong. Try again.')
    }
  })
  return (
    <EditFrame
      size="md"
      title={`Adjust the hours of ${company.name}`}
      description={`${showMinutes(left)} are left now${after === undefined ? '.' : `, ${showMinutes(after)} afterwards.`}`}
      dirty={isDirty}
      leaving="What you wrote is not saved."
      pending={isSubmitting}
      problem={problem}
      danger={way === 'take'}
      save={way === 'give' ? 'Give hours' : 'Take hours'}
      onSave={() => void submit()}
      onClose={onClose}
    >
      <Segmented
        label="What to do"
        value={way}
        onChange={setWay}
        options={[
          { value: 'give', label: 'Give' },
          { value: 'take', label: 'Take' },
        ]}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Time" required error={errors.minutes?.message}>
          <TextInput
            autoFocus
            autoComplete="off"
            placeholder="2h"
            {...register('minutes', {
              validate: (v) => parseDuration(v, MOST) !== undefined || 'Write a time such as 45m, 2h or 1:30.',
            })}
          />
        </Field>
        {way === 'give' ? (
          <Field label="Last day" optional error={errors.expiresOn?.message}>
            <TextInput type="date" {...register('expiresOn')} />
          </Field>
        ) : (
          <Field label="From" error={errors.blockId?.message}>
            <Select {...register('blockId')}>
              <option value="">What is used first</option>
              {open.map((b) => (
                <option key={b.id} value={b.id}>
                  {`${b.name}, ${showMinutes(b.remaining)} left`}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {way === 'give' && (
        <Field label="Name of the block" optional error={errors.name?.message}>
          <TextInput maxLength={200} placeholder="Goodwill" {...register('name')} />
        </Field>
      )}
      <Field label="Reason" required hint="The partner reads it." error={errors.reason?.message}>
        <TextArea
          rows={2}
          {...register('reason', {
            validate: (v) => v.trim() !== '' || 'Say why.',
            maxLength: { value: REASON_MAX, message: `At most ${REASON_MAX} characters.` },
          })}
        />
      </Field>
    </EditFrame>
  )
}
