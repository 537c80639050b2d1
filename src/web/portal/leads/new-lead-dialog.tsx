import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Checkbox, Field, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { EditFrame } from '../platform/forms/edit-frame.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { fromInput } from './due.ts'
import { DueField } from './due-field.tsx'
import { FactFields, most } from './facts/fact-fields.tsx'
import { emptyForm, type FactsForm, toLeadInput } from './facts/lead-form.ts'
import { leadFields } from './fields.tsx'
import { refreshLeadLists } from './lead-queries.ts'

type Values = FactsForm & { message: string; mine: boolean; nextAction: string; due: string }

/** Adds a lead that did not come through a form. */
export function NewLeadDialog({ onClose }: { onClose: () => void }) {
  const { profile } = useAuth()
  const navigate = useNavigate()
  const [keys] = useState(createOnceKeys)
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm<Values>({
    defaultValues: {
      ...emptyForm,
      message: '',
      mine: true,
      nextAction: '',
      due: '',
    },
  })
  const { errors, isSubmitting, isDirty } = formState

  const submit = handleSubmit(async (values) => {
    const facts = toLeadInput(values)
    if (!facts.email && !facts.phone) {
      setError('email', { message: 'Enter an email address or a phone number.' }, { shouldFocus: true })
      return
    }
    const nextAction = values.nextAction.trim() || null
    const lead = {
      ...facts,
      name: facts.name ?? '',
      message: values.message,
      ownerId: values.mine && profile ? profile.id : null,
      nextAction,
      nextActionAt: fromInput(values.due),
    }
    try {
      const made = await client.leads.create(lead, { context: { idempotencyKey: keys.keyFor(lead) } })
      keys.done()
      void refreshLeadLists()
      showToast({ title: `${lead.name} added`, tone: 'good' })
      onClose()
      void navigate(`/admin/contacts/leads/${made.id}`)
    } catch (e) {
      const failure = parseFailure(e)
      const names: Record<string, keyof Values> = { nextActionAt: 'due', ownerId: 'mine' }
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [name, [message]] of fields)
        setError(names[name] ?? ((name.split('.')[0] ?? name) as keyof Values), { message }, { shouldFocus: true })
      if (fields.length === 0)
        setError('root', {
          message: failure?.message ?? 'We couldn’t add this lead. Check your connection and try again.',
        })
    }
  })

  return (
    <EditFrame
      size="md"
      title="Add lead"
      description="For someone who called you, met you, or was referred to you."
      dirty={isDirty}
      leaving="This lead isn’t saved yet."
      pending={isSubmitting}
      problem={errors.root?.message}
      save="Add lead"
      onSave={() => void submit()}
      onClose={onClose}
    >
      <FactFields register={register} errors={errors} named />
      <Field label="Notes" optional error={errors.message?.message}>
        <TextArea rows={3} {...register('message', { maxLength: most(5_000) })} />
      </Field>
      <Field label={leadFields.nextAction.label} optional error={errors.nextAction?.message}>
        <TextInput autoComplete="off" {...register('nextAction', { maxLength: most(leadFields.nextAction.max) })} />
      </Field>
      {watch('nextAction').trim() !== '' && (
        <DueField
          error={errors.due?.message}
          value={watch('due')}
          onPick={(due) => setValue('due', due, { shouldDirty: true })}
          input={register('due')}
        />
      )}
      <Checkbox label="Assign to me" description="Otherwise, the lead is unassigned." {...register('mine')} />
    </EditFrame>
  )
}
