import { useState } from 'react'
import { type SubmitHandler, useForm } from 'react-hook-form'
import { brand } from '../../../../brand.config.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { Progress } from '../../ui/progress.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { userUpdated } from '../platform/session.client.ts'
import { Frame } from './frame.tsx'

type Form = { name: string; phone: string; website: string; address: string; description: string }

const STEPS: { title: string; line: string; fields: (keyof Form)[] }[] = [
  {
    title: 'What is your company called?',
    line: 'As it stands on your invoices and agreements.',
    fields: ['name'],
  },
  {
    title: 'How do we reach you?',
    line: 'For questions about your tickets and projects.',
    fields: ['phone', 'website'],
  },
  { title: 'Where are you?', line: 'The address for agreements and invoices.', fields: ['address'] },
  {
    title: 'What do you do?',
    line: 'A few words help us to suggest automations that fit.',
    fields: ['description'],
  },
]
const LAST = STEPS.length

/** Four steps that turn an unnamed company into one with a profile. Only the name is needed; each step can be skipped. */
export default function CompanyWizard({ onDone }: { onDone: () => void }) {
  const [step, setStep] = useState(1)
  const { register, handleSubmit, watch, setError, clearErrors, formState } = useForm<Form>({
    defaultValues: { name: '', phone: '', website: '', address: '', description: '' },
  })
  const named = watch('name').trim() !== ''
  const { title, line } = STEPS[step - 1] as (typeof STEPS)[number]
  const errors = formState.errors

  const save: SubmitHandler<Form> = async (company) => {
    try {
      await client.companies.updateMine(company)
      await userUpdated().catch(() => {})
      toast({ title: 'Profile completed!', description: 'Your company information has been saved.', tone: 'good' })
      onDone()
    } catch (e) {
      const failure = failureOf(e)
      const fields = Object.entries(failure?.data?.fields ?? {}) as [keyof Form, string[]][]
      for (const [name, [message]] of fields) setError(name, { message: message ?? '' })
      const first = STEPS.findIndex((s) => fields.some(([name]) => s.fields.includes(name)))
      if (first >= 0) setStep(first + 1)
      toast({
        title: 'Error',
        description: fields[0]?.[1][0] ?? failure?.message ?? 'Something went wrong. Try again.',
        tone: 'destructive',
      })
    }
  }
  const submit = handleSubmit(save)
  const next = () => {
    clearErrors()
    if (step < LAST) setStep(step + 1)
    else void submit()
  }

  return (
    <Frame
      title={title}
      line={line}
      below={<p className="text-center text-muted text-xs">You can change all of this later in your settings.</p>}
    >
      <form
        noValidate
        method="post"
        aria-label="Company profile"
        className="mt-5 flex flex-col gap-5"
        onSubmit={(e) => {
          e.preventDefault()
          if (step > 1 || named) next()
        }}
      >
        <Progress
          label={`Step ${step} of ${LAST}`}
          value={Math.min(100, (step / LAST) * 100)}
          valueText={`${Math.min(100, Math.round((step / LAST) * 100))}%`}
        />
        <div key={step} className="flex min-h-36 flex-col gap-4">
          {step === 1 && (
            <Field label="Company name" required error={errors.name?.message}>
              <TextInput autoFocus autoComplete="organization" maxLength={200} {...register('name')} />
            </Field>
          )}
          {step === 2 && (
            <>
              <Field label="Phone" optional error={errors.phone?.message}>
                <TextInput autoFocus type="tel" autoComplete="tel" maxLength={50} {...register('phone')} />
              </Field>
              <Field label="Website" optional error={errors.website?.message}>
                <TextInput
                  type="url"
                  inputMode="url"
                  autoComplete="url"
                  autoCapitalize="none"
                  spellCheck={false}
                  placeholder="https://"
                  maxLength={300}
                  {...register('website')}
                />
              </Field>
            </>
          )}
          {step === 3 && (
            <Field label="Address" optional error={errors.address?.message}>
              <TextArea autoFocus rows={3} autoComplete="street-address" maxLength={500} {...register('address')} />
            </Field>
          )}
          {step === 4 && (
            <Field
              label="Description"
              optional
              hint={`Whom you look after, with which tools, and what brings you to ${brand.shortName}.`}
              error={errors.description?.message}
            >
              <TextArea autoFocus rows={3} maxLength={2000} {...register('description')} />
            </Field>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:justify-between">
          <Button
            type="submit"
            variant="primary"
            disabled={step === 1 && !named}
            pending={formState.isSubmitting}
            className="order-3 max-sm:order-1 max-sm:w-full"
          >
            {step === LAST ? 'Complete Setup' : 'Continue'}
          </Button>
          <Button
            variant="ghost"
            disabled={formState.isSubmitting}
            onClick={next}
            className="order-2 ml-auto max-sm:order-3"
          >
            {step === LAST ? 'Skip for now' : 'Skip'}
          </Button>
          {step > 1 && (
            <Button
              disabled={formState.isSubmitting}
              onClick={() => setStep(step - 1)}
              className="order-1 max-sm:order-2"
            >
              Back
            </Button>
          )}
        </div>
      </form>
    </Frame>
  )
}
