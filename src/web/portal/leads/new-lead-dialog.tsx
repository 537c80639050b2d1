import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Checkbox, Field, TextArea, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { EditFrame } from '../platform/edit-frame.tsx'
import { onceKeys } from '../platform/once.ts'
import { fromInput } from './due.ts'
import { DueField } from './due-field.tsx'
import { FactFields } from './fact-fields.tsx'
import { type FactsForm, factsOf } from './lead-form.ts'
import { refreshLists } from './lead-queries.ts'

type Values = FactsForm & { message: string; mine: boolean; nextAction: string; due: string }

/** Enters somebody whom the team met otherwise than through a form. */
export function NewLeadDialog({ onClose }: { onClose: () => void }) {
  const { profile } = useAuth()
  const navigate = useNavigate()
  const [keys] = useState(onceKeys)
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm<Values>({
    defaultValues: {
      name: '',
      organization: '',
      email: '',
      phone: '',
      tags: '',
      message: '',
      mine: true,
      nextAction: '',
      due: '',
    },
  })
  const { errors, isSubmitting, isDirty } = formState

  const submit = handleSubmit(async (values) => {
    const facts = factsOf(values)
    if (!facts.email && !facts.phone) {
      setError('email', { message: 'Give an email address or a phone number.' }, { shouldFocus: true })
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
      void refreshLists()
      toast({ title: `${lead.name} was added`, tone: 'good' })
      onClose()
      void navigate(`/admin/contacts/leads/${made.id}`)
    } catch (e) {
      const failure = failureOf(e)
      const names: Record<string, keyof Values> = { nextActionAt: 'due', ownerId: 'mine' }
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [name, [message]] of fields)
        setError(names[name] ?? ((name.split('.')[0] ?? name) as keyof Values), { message }, { shouldFocus: true })
      if (fields.length === 0) setError('root', { message: failure?.message ?? 'Something went wrong. Try again.' })
    }
  })

  return (
    <EditFrame
      size="md"
      title="Add lead"
      description="For somebody who called, whom you met, or who was recommended."
      dirty={isDirty}
      leaving="What you entered is not saved."
      pending={isSubmitting}
      problem={errors.root?.message}
      save="Add lead"
      onSave={() => void submit()}
      onClose={onClose}
    >
      <FactFields register={register} errors={errors} named />
      <Field label="What you know" optional error={errors.message?.message}>
        <TextArea
          rows={3}
          {...register('message', { maxLength: { value: 5_000, message: 'At most 5000 characters.' } })}
        />
      </Field>
      <Field label="Next action" optional error={errors.nextAction?.message}>
        <TextInput
          autoComplete="off"
          {...register('nextAction', { maxLength: { value: 200, message: 'At most 200 characters.' } })}
        />
      </Field>
      {watch('nextAction').trim() !== '' && (
        <DueField
          error={errors.due?.message}
          value={watch('due')}
          onPick={(due) => setValue('due', due, { shouldDirty: true })}
          input={register('due')}
        />
      )}
      <Checkbox label="It is my lead" description="Otherwise it is nobody’s yet." {...register('mine')} />
    </EditFrame>
  )
}
