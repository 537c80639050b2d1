import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Field, Select, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { parseDuration } from '../../ui/text/duration.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { EditFrame } from '../platform/forms/edit-frame.tsx'
import { blocksOptions, refreshHours } from './hours-queries.ts'

const MOST = 600_000
const REASON_MAX = 500
type Form = { minutes: string; blockId: string; name: string; expiresOn: string; reason: string }

interface AdjustDialogProps {
  company: { id: string; name: string }
  left: number
  onClose: () => void
}

/** Adds or deducts hours of a company by hand. Both sides see the reason. */
export function AdjustDialog({ company, left, onClose }: AdjustDialogProps) {
  const [way, setWay] = useState<'give' | 'take'>('give')
  const { register, handleSubmit, formState, setError, watch } = useForm<Form>({
    defaultValues: { minutes: '', blockId: '', name: '', expiresOn: '', reason: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  const [problem, setProblem] = useState<string>()
  const [keys] = useState(createOnceKeys)
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
      showToast({
        title: `${formatMinutes(amount)} ${way === 'give' ? 'added' : 'removed'}`,
        description: `${company.name} now has ${formatMinutes(now.balance)}.`,
        tone: 'good',
      })
      onClose()
    } catch (e) {
      const failure = parseFailure(e)
      if (failure?.code === 'HOURS_SHORT') {
        const available = failure.data?.available as number | undefined
        return setError(
          'minutes',
          { message: `Only ${formatMinutes(Math.max(0, available ?? 0))} can be removed. Enter that much or less.` },
          { shouldFocus: true },
        )
      }
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [field, [message]] of fields)
        setError(field as keyof Form, message === undefined ? {} : { message }, { shouldFocus: true })
      if (fields.length === 0) setProblem(failure?.message ?? 'The hours were not changed. Try again.')
    }
  })
  return (
    <EditFrame
      size="md"
      title={`Adjust hours for ${company.name}`}
      description={`The balance is ${formatMinutes(left)}${after === undefined ? '.' : ` now and ${formatMinutes(after)} after this change.`}`}
      dirty={isDirty}
      leaving="Your changes won’t be saved."
      pending={isSubmitting}
      problem={problem}
      danger={way === 'take'}
      save={way === 'give' ? 'Add hours' : 'Remove hours'}
      onSave={() => void submit()}
      onClose={onClose}
    >
      <Segmented
        label="Change"
        value={way}
        onChange={setWay}
        options={[
          { value: 'give', label: 'Add' },
          { value: 'take', label: 'Remove' },
        ]}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Time" required error={errors.minutes?.message}>
          <TextInput
            autoFocus
            autoComplete="off"
            placeholder="2h"
            {...register('minutes', {
              validate: (v) => parseDuration(v, MOST) !== undefined || 'Enter a time such as 45m, 2h or 1:30.',
            })}
          />
        </Field>
        {way === 'give' ? (
          <Field label="Expires on" optional error={errors.expiresOn?.message}>
            <TextInput type="date" {...register('expiresOn')} />
          </Field>
        ) : (
          <Field label="Remove from" error={errors.blockId?.message}>
            <Select {...register('blockId')}>
              <option value="">Blocks in order of use</option>
              {open.map((b) => (
                <option key={b.id} value={b.id}>
                  {`${b.name}, ${formatMinutes(b.remaining)} left`}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {way === 'give' && (
        <Field label="Block name" optional error={errors.name?.message}>
          <TextInput maxLength={200} placeholder="Goodwill" {...register('name')} />
        </Field>
      )}
      <Field label="Reason" required hint="The partner sees this." error={errors.reason?.message}>
        <TextArea
          rows={2}
          {...register('reason', {
            validate: (v) => v.trim() !== '' || 'Enter a reason.',
            maxLength: { value: REASON_MAX, message: `At most ${REASON_MAX} characters.` },
          })}
        />
      </Field>
    </EditFrame>
  )
}
