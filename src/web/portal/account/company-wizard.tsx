import { useState } from 'react'
import { type SubmitHandler, useForm } from 'react-hook-form'
import { brand } from '../../../../brand.config.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Progress } from '../../ui/progress.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { useLeaveGuard } from '../platform/forms/use-leave-guard.ts'
import { userUpdated } from '../platform/session/session.client.ts'
import { Frame } from './frame.tsx'

type Form = { name: string; phone: string; website: string; address: string; description: string }

const STEPS: { title: string; line: string; fields: (keyof Form)[] }[] = [
  {
    title: 'What’s your company’s name?',
    line: 'Shown on your invoices and agreements.',
    fields: ['name'],
  },
  {
    title: 'How can we reach you?',
    line: 'We use this for questions about your tickets and projects.',
    fields: ['phone', 'website'],
  },
  { title: 'Where are you located?', line: 'Your address for agreements and invoices.', fields: ['address'] },
  {
    title: 'What does your company do?',
    line: 'A short description helps us recommend automations.',
    fields: ['description'],
  },
]
const LAST = STEPS.length

/**
 * A four-step form that adds a profile to a company without a name. Only the name is required; the other steps can be
 * skipped.
 */
export default function CompanyWizard({ onDone }: { onDone: () => void }) {
  const [step, setStep] = useState(1)
  const [checking, setChecking] = useState(false)
  const { register, handleSubmit, watch, setError, clearErrors, setValue, getValues, formState } = useForm<Form>({
    defaultValues: { name: '', phone: '', website: '', address: '', description: '' },
  })
  const named = watch('name').trim() !== ''
  const { title, line, fields: own } = STEPS[step - 1] as (typeof STEPS)[number]
  const errors = formState.errors
  useLeaveGuard(formState.isDirty && !formState.isSubmitting)

  const save: SubmitHandler<Form> = async (company) => {
    try {
      await client.companies.updateMine(company)
      await userUpdated().catch(() => {})
      showToast({ title: 'Profile completed!', description: 'Your company information has been saved.', tone: 'good' })
      onDone()
    } catch (e) {
      const failure = parseFailure(e)
      const fields = Object.entries(failure?.data?.fields ?? {}) as [keyof Form, string[]][]
      for (const [name, [message]] of fields) setError(name, { message: message ?? '' })
      const first = STEPS.findIndex((s) => fields.some(([name]) => s.fields.includes(name)))
      if (first >= 0) setStep(first + 1)
      showToast({
        title: 'Error',
        description:
          fields[0]?.[1][0] ??
          failure?.message ??
          'We couldn’t save your company. Check your connection and try again.',
        tone: 'destructive',
      })
    }
  }
  const submit = handleSubmit(save)
  const go = () => {
    clearErrors()
    if (step < LAST) setStep(step + 1)
    else void submit()
  }
  /** Validates this step on the server. Returns the problems by field, or null when the request failed. */
  async function problems(): Promise<[keyof Form, string][] | null> {
    if (own.every((name) => getValues(name).trim() === '')) return []
    setChecking(true)
    try {
      await client.companies.checkMine(Object.fromEntries(own.map((name) => [name, getValues(name)])))
      return []
    } catch (e) {
      const failure = parseFailure(e)
      const fields = Object.entries(failure?.data?.fields ?? {}) as [keyof Form, string[]][]
      if (fields.length > 0) return fields.map(([name, [message]]) => [name, message ?? ''])
      showToast({
        title: 'Couldn’t check this step',
        description: failure?.message ?? 'Check your connection and try again.',
        tone: 'destructive',
      })
      return null
    } finally {
      setChecking(false)
    }
  }
  async function next() {
    clearErrors()
    const wrong = await problems()
    if (wrong === null) return
    wrong.forEach(([name, message], i) => {
      setError(name, { message }, { shouldFocus: i === 0 })
    })
    if (wrong.length === 0) go()
  }
  /** Moves on and clears the fields that the server would reject. */
  async function skip() {
    const wrong = await problems()
    if (wrong === null) return
    for (const [name] of wrong) setValue(name, '')
    go()
  }
  const pending = checking || formState.isSubmitting

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
          if (!pending && (step > 1 || named)) void next()
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
              hint={`Your clients, the tools you use and what brings you to ${brand.shortName}.`}
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
            pending={pending}
            className="order-3 max-sm:order-1 max-sm:w-full"
          >
            {step === LAST ? 'Complete Setup' : 'Continue'}
          </Button>
          <Button
            variant="ghost"
            disabled={pending}
            onClick={() => void skip()}
            className="order-2 ml-auto max-sm:order-3"
          >
            {step === LAST ? 'Skip for now' : 'Skip'}
          </Button>
          {step > 1 && (
            <Button disabled={pending} onClick={() => setStep(step - 1)} className="order-1 max-sm:order-2">
              Back
            </Button>
          )}
        </div>
      </form>
    </Frame>
  )
}
