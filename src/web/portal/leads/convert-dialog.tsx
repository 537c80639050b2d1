import { ArrowRight, CircleCheck } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Checkbox, Field, TextInput } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { suggestCompany } from './facts/lead-form.ts'
import { formatLeadName } from './labels.ts'
import { keepLead, refreshLead, refreshLeadLists } from './lead-queries.ts'
import type { Lead } from './model.ts'

type Step = 'company' | 'owner' | 'done'
type Values = {
  name: string
  website: string
  phone: string
  contact: boolean
  invite: boolean
  email: string
  fullName: string
}
type Made = { company: { id: string; name: string }; invited: string | null }

const steps: { key: Step; label: string }[] = [
  { key: 'company', label: 'Company' },
  { key: 'owner', label: 'Owner' },
  { key: 'done', label: 'Done' },
]
const ofCompany: (keyof Values)[] = ['name', 'website', 'phone', 'contact']
/** Maps API field names to form fields. */
const formNames: Record<string, keyof Values> = {
  'company.name': 'name',
  'company.website': 'website',
  'company.phone': 'phone',
  'owner.email': 'email',
  'owner.fullName': 'fullName',
  email: 'email',
}
const most = (value: number) => ({ value, message: `At most ${value} characters.` })

/** Converts a lead into a company in three steps: the company, its owner's invitation, and a summary. */
export function ConvertDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const [base] = useState(lead)
  const [step, setStep] = useState<Step>('company')
  const [made, setMade] = useState<Made>()
  const [problem, setProblem] = useState<{ message: string; company?: { id: string; name: string } }>()
  const [keys] = useState(createOnceKeys)
  const id = useId()
  const form = useForm<Values>({
    defaultValues: {
      ...suggestCompany(base),
      contact: true,
      // A person who already signs in for a partner cannot be invited again.
      invite: base.account === null,
      email: base.account ? '' : (base.email ?? ''),
      fullName: base.name ?? '',
    },
  })
  const { register, handleSubmit, trigger, setError, setFocus, watch, formState } = form
  const { errors, isSubmitting } = formState
  const invite = watch('invite')
  const first = useRef(true)
  useEffect(() => {
    // The dialog sets the initial focus itself.
    if (first.current) first.current = false
    else if (step === 'company') setFocus('name')
    else if (step === 'owner' && invite) setFocus('email')
  }, [step, invite, setFocus])

  async function send(values: Values) {
    setProblem(undefined)
    const body = {
      id: base.id,
      version: base.version,
      company: { name: values.name.trim(), website: values.website.trim(), phone: values.phone.trim() },
      contact: values.contact,
      owner: values.invite ? { email: values.email.trim(), fullName: values.fullName.trim() || null } : null,
    }
    try {
      const { company, invited } = await client.leads.convert(body, { context: { idempotencyKey: keys.keyFor(body) } })
      keys.done()
      setMade({ company, invited: invited && body.owner ? body.owner.email : null })
      setStep('done')
      void refreshLead(base.id)
      void refreshLeadLists()
    } catch (e) {
      const failure = parseFailure(e)
      const current = failure?.data?.current as Lead | undefined
      if (current) keepLead(current)
      const fields = Object.entries(failure?.data?.fields ?? {}).map(
        ([name, [message]]) => [formNames[name], message] as const,
      )
      // The invalid field may be on the previous step.
      if (fields.some(([name]) => name && ofCompany.includes(name))) setStep('company')
      for (const [name, message] of fields) if (name) setError(name, { message }, { shouldFocus: true })
      if (fields.every(([name]) => !name)) {
        setProblem({
          message: current
            ? `${failure?.message} Close this dialog, review the lead, and convert it again.`
            : (failure?.message ?? 'We couldn’t convert this lead. Check your connection and try again.'),
        })
      } else if (failure?.code === 'ADDRESS_IN_USE') {
        const company = failure.data?.company as Made['company'] | undefined
        setProblem({ message: failure.message, ...(company ? { company } : {}) })
      }
    }
  }
  const next = async () => {
    if (await trigger(ofCompany, { shouldFocus: true })) setStep('owner')
  }
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (step === 'company') void next()
    else if (step === 'owner') void handleSubmit(send)(event)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      phone="full"
      title={step === 'done' ? `Converted to ${made?.company.name}` : `Convert ${formatLeadName(base)} to a company`}
      footer={
        step === 'company' ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={id} variant="primary">
              Next: owner
            </Button>
          </>
        ) : step === 'owner' ? (
          <>
            <Button onClick={() => setStep('company')}>Back</Button>
            <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
              {invite ? 'Convert lead and invite owner' : 'Convert lead'}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <LinkButton href={`/companies/${made?.company.id}`} variant="primary">
              View company
              <ArrowRight aria-hidden className="size-4" />
            </LinkButton>
          </>
        )
      }
    >
      <ol aria-label="Steps" className="mb-5 grid grid-cols-3 gap-1.5 text-xs">
        {steps.map(({ key, label }, index) => {
          const at = steps.findIndex((each) => each.key === step)
          return (
            <li key={key} aria-current={key === step ? 'step' : undefined} className={cx(index > at && 'text-muted')}>
              <span
                aria-hidden
                className={cx('mb-1.5 block h-1 rounded-full', index <= at ? 'bg-accent' : 'bg-line')}
              />
              {label}
            </li>
          )
        })}
      </ol>
      {problem && (
        <div className="mb-4">
          <Banner tone="bad">
            {problem.message}
            {problem.company && (
              <>
                {' '}
                <Anchor href={`/companies/${problem.company.id}`} className="underline underline-offset-3">
                  View {problem.company.name}
                </Anchor>
              </>
            )}
          </Banner>
        </div>
      )}
      {step === 'done' && made ? (
        <Done made={made} />
      ) : (
        <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
          {step === 'company' ? (
            <>
              <Field label="Company name" required error={errors.name?.message}>
                <TextInput
                  autoComplete="off"
                  {...register('name', {
                    validate: (text) => text.trim() !== '' || 'Enter a company name.',
                    maxLength: most(200),
                  })}
                />
              </Field>
              <div className="grid gap-5 sm:grid-cols-2">
                <Field label="Website" optional error={errors.website?.message}>
                  <TextInput
                    inputMode="url"
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    {...register('website', { maxLength: most(300) })}
                  />
                </Field>
                <Field label="Phone" optional error={errors.phone?.message}>
                  <TextInput type="tel" autoComplete="off" {...register('phone', { maxLength: most(50) })} />
                </Field>
              </div>
              <Checkbox
                label={`Also add ${base.name ?? 'this person'} as a contact of the company`}
                {...register('contact')}
              />
            </>
          ) : (
            <>
              <Checkbox
                label="Invite the owner now"
                description="The owner can see everything about the company and invite other users."
                {...register('invite')}
              />
              {invite ? (
                <>
                  <Field
                    label="Owner’s email"
                    required
                    error={errors.email?.message}
                    hint="We send the invitation to this address. It expires in seven days."
                  >
                    <TextInput
                      type="email"
                      autoComplete="off"
                      autoCapitalize="none"
                      spellCheck={false}
                      {...register('email', {
                        validate: (text) =>
                          !form.getValues('invite') || text.trim() !== '' || 'Enter the owner’s email address.',
                        maxLength: most(255),
                      })}
                    />
                  </Field>
                  <Field label="Owner’s name" optional error={errors.fullName?.message}>
                    <TextInput autoComplete="off" {...register('fullName', { maxLength: most(100) })} />
                  </Field>
                </>
              ) : (
                <p className="text-muted">
                  No one at the company can sign in until you invite the owner from the company page.
                </p>
              )}
            </>
          )}
        </form>
      )}
    </Dialog>
  )
}

function Done({ made }: { made: Made }) {
  return (
    <div role="status" className="flex items-start gap-3 rounded-md border border-good/25 bg-good/6 p-4">
      <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
      <p className="min-w-0 [overflow-wrap:anywhere]">
        The lead is now won.{' '}
        {made.invited
          ? `We sent an invitation to ${made.invited}. It expires in seven days.`
          : 'No one has been invited yet. You can invite the owner from the company page.'}
      </p>
    </div>
  )
}
