import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
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
  const id = useId()
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
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title="Add a company"
      description="A partner you work for. Its profile can be completed later, by you or by its owner."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} pending={isSubmitting}>
            Add company
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {problem && <Banner tone="bad">{problem}</Banner>}
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
      </form>
    </Dialog>
  )
}
