import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { keepCompany } from '../platform/forms/company-options.ts'

type Form = { name: string; website: string; phone: string }

/** Adds a partner company. Its users are invited from its page. */
export function AddCompanyDialog({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<Form>({
    defaultValues: { name: '', website: '', phone: '' },
  })
  const { errors, isSubmitting } = formState
  const [problem, setProblem] = useState<string>()
  const [keys] = useState(createOnceKeys)
  const navigate = useNavigate()
  const submit = handleSubmit(async (form) => {
    setProblem(undefined)
    try {
      const company = await client.companies.create(form, { context: { idempotencyKey: keys.keyFor(form) } })
      keepCompany(company)
      showToast({ title: `${company.name} added`, description: 'Next, invite its first owner.', tone: 'good' })
      await navigate(`/companies/${company.id}?tab=users`, { replace: true })
    } catch (e) {
      const failure = parseFailure(e)
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [name, [message]] of fields) setError(name as keyof Form, { message }, { shouldFocus: true })
      if (fields.length === 0) setProblem(failure?.message ?? 'We couldn’t add this company. Try again.')
    }
  })
  return (
    <ActFrame
      size="md"
      title="Add company"
      description="Add a partner. You or its owner can complete the profile later."
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
            validate: (v) => v.trim() !== '' || 'Enter a company name.',
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
