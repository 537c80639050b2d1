import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Field, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { client, failureOf } from '../platform/api.ts'
import { onceKeys } from '../platform/once.ts'
import { keepCompany } from './company-queries.ts'

type Form = { name: string; website: string; phone: string }

/** Adds a partner company; its people are invited on its page. */
export function AddCompanyDialog({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<Form>({
    defaultValues: { name: '', website: '', phone: '' },
  })
  const { errors, isSubmitting } = formState
  const [problem, setProblem] = useState<string>()
  const [keys] = useState(onceKeys)
  const navigate = useNavigate()
  const submit = handleSubmit(async (form) => {
    setProblem(undefined)
    try {
      const company = await client.companies.create(form, { context: { idempotencyKey: keys.keyFor(form) } })
      keepCompany(company, false)
      toast({ title: `${company.name} added`, description: 'Invite its first owner next.', tone: 'good' })
      await navigate(`/companies/${company.id}?tab=users`, { replace: true })
    } catch (e) {
      const failure = failureOf(e)
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [name, [message]] of fields) setError(name as keyof Form, { message }, { shouldFocus: true })
      if (fields.length === 0) setProblem(failure?.message ?? 'Something went wrong. Try again.')
    }
  })
  return (
    <ActFrame
      size="md"
      title="Add a company"
      description="A partner you work for. Its profile can be completed later, by you or by its owner."
      confirm="Add company"
      pending={isSubmitting}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Company name" required error={errors.name?.message}>
        <TextInput
          autoComplete="off"
          {...register('name', {
            validate: (v) => v.trim() !== '' || 'Give the company a name.',
            maxLength: { value: 200, message: 'At most 200 characters.' },
          })}
        />
      </Field>
      <Field label="Website" optional error={errors.website?.message}>
        <TextInput
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          placeholder="northgate.example"
          {...register('website')}
        />
      </Field>
      <Field label="Phone" optional error={errors.phone?.message}>
        <TextInput type="tel" autoComplete="off" {...register('phone')} />
      </Field>
    </ActFrame>
  )
}
