import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { Badge } from '../../ui/status.tsx'
import { toast } from '../../ui/toast.tsx'
import { client as server } from '../platform/api.ts'
import { ClientField } from '../platform/client-field.tsx'
import { onceKeys } from '../platform/once.ts'
import { CompanyField } from '../platform/partner-field.tsx'
import { useDebounced } from '../platform/use-debounced.ts'
import { useContactHref } from './contact-link.tsx'
import { duplicateOptions, keepContact } from './contact-queries.ts'
import { FormDialog } from './form-dialog.tsx'
import type { Choice, Contact, Side } from './model.ts'
import { useEditForm } from './use-edit-form.ts'

type Values = {
  fullName: string
  email: string
  phone: string
  title: string
  notes: string
  client: Choice | null
  company: Choice | null
}
const LABELS: Record<keyof Values, string> = {
  fullName: 'Full name',
  email: 'Email',
  phone: 'Phone',
  title: 'Title',
  notes: 'Notes',
  client: 'Client',
  company: 'Company',
}
const valuesOf = (c: Contact): Values => ({
  fullName: c.fullName,
  email: c.email ?? '',
  phone: c.phone ?? '',
  title: c.title ?? '',
  notes: c.notes,
  client: c.client && { id: c.client.id, name: c.client.name },
  company: c.company,
})
const most = (value: number) => ({ value, message: `At most ${value.toLocaleString('en-US')} characters.` })
const shown = (value: string | Choice | null | undefined) => (typeof value === 'string' ? value : (value?.name ?? ''))

interface ContactFormProps {
  /** The contact to change; without it a new one is created. */
  contact?: Contact
  /** What a new one begins with. */
  start?: Partial<Pick<Values, 'client' | 'company'>>
  side: Side
  open: boolean
  onClose: () => void
  onSaved?: (contact: Contact) => void
  /** The screen shows the change itself: a word about it would only stand over its buttons. */
  quiet?: boolean
}

/** Creates or changes a contact, and says while it is typed when somebody like that is there already. */
export function ContactForm({ contact, start, side, open, onClose, onSaved, quiet }: ContactFormProps) {
  const empty: Values = {
    fullName: '',
    email: '',
    phone: '',
    title: '',
    notes: '',
    client: null,
    company: null,
    ...start,
  }
  const edit = useEditForm(contact ? valuesOf(contact) : empty, contact?.version)
  const { form, version, changes, theirs, takeTheirs, problem, setProblem, rebase, fail } = edit
  const [once] = useState(onceKeys)
  const { register, control, watch, handleSubmit, formState, setValue, setError } = form
  const { errors, isSubmitting } = formState
  const company = watch('company')
  const chooses = side === 'staff' && !contact && !start?.company

  const submit = handleSubmit(async ({ company, client, ...text }) => {
    setProblem(undefined)
    if (side === 'staff' && !company) return setError('company', { message: 'Choose the company.' })
    try {
      let saved: Contact
      if (contact) {
        const { client: _, company: __, ...changed } = changes()
        const clientId = 'client' in changes() ? { clientId: client?.id ?? null } : {}
        if (Object.keys(changes()).length === 0) return onClose()
        saved = await server.contacts.edit({ id: contact.id, version, ...changed, ...clientId })
      } else {
        const input = {
          ...text,
          clientId: client?.id ?? null,
          ...(side === 'staff' && company ? { companyId: company.id } : {}),
        }
        saved = await server.contacts.create(input, { context: { idempotencyKey: once.keyFor(input) } })
      }
      keepContact(saved)
      if (!quiet) toast({ title: contact ? `${saved.fullName} changed` : `${saved.fullName} added`, tone: 'good' })
      onClose()
      onSaved?.(saved)
    } catch (e) {
      const failure = fail(e, { clientId: 'client', companyId: 'company' })
      const current = failure?.code === 'CONFLICT' ? (failure.data?.current as Contact | undefined) : undefined
      if (current) {
        rebase(valuesOf(current), current.version)
        setProblem(
          'Somebody else changed this contact meanwhile. What they changed is taken over below; look and save again.',
        )
      }
    }
  })

  return (
    <FormDialog
      open={open}
      title={contact ? `Edit ${contact.fullName}` : 'New contact'}
      leaving={contact ? `What you changed about ${contact.fullName} is not saved.` : 'The contact is not saved yet.'}
      save={contact ? 'Save changes' : 'Add contact'}
      pending={isSubmitting}
      problem={problem}
      conflicts={(Object.keys(theirs) as (keyof Values)[]).map((name) => ({
        name,
        label: LABELS[name],
        theirs: shown(theirs[name]),
        take: () => takeTheirs(name),
      }))}
      dirty={() => Object.keys(changes()).length > 0}
      onSave={() => void submit()}
      onClose={onClose}
    >
      {chooses && (
        <Controller
          control={control}
          name="company"
          render={({ field }) => (
            <CompanyField
              value={field.value}
              error={errors.company?.message}
              onChange={(next) => {
                field.onChange(next)
                // A client belongs to one company.
                setValue('client', null)
              }}
            />
          )}
        />
      )}
      <Field label="Full name" required error={errors.fullName?.message}>
        <TextInput
          autoComplete="off"
          {...register('fullName', { validate: (v) => v.trim() !== '' || 'Write the name.', maxLength: most(100) })}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Email"
          optional
          hint={
            contact?.mailsHeld && watch('email') === contact.email
              ? 'Mail to this address came back. A new address gets mails at once.'
              : undefined
          }
          error={errors.email?.message}
        >
          <TextInput
            type="email"
            autoComplete="off"
            inputMode="email"
            {...register('email', { maxLength: most(255) })}
          />
        </Field>
        <Field label="Phone" optional error={errors.phone?.message}>
          <TextInput type="tel" autoComplete="off" {...register('phone', { maxLength: most(50) })} />
        </Field>
      </div>
      <Duplicates
        company={side === 'staff' ? company?.id : undefined}
        fullName={watch('fullName')}
        email={watch('email')}
        client={watch('client')?.id}
        except={contact?.id}
        ready={side === 'partner' || company !== null}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Title" optional error={errors.title?.message}>
          <TextInput autoComplete="off" placeholder="Office manager" {...register('title', { maxLength: most(100) })} />
        </Field>
        <Controller
          control={control}
          name="client"
          render={({ field }) => (
            <ClientField
              key={company?.id}
              company={side === 'staff' ? company?.id : undefined}
              value={field.value}
              error={errors.client?.message}
              onChange={field.onChange}
            />
          )}
        />
      </div>
      <Field label="Notes" optional error={errors.notes?.message}>
        <TextArea rows={3} {...register('notes', { maxLength: most(5_000) })} />
      </Field>
    </FormDialog>
  )
}

interface DuplicatesProps {
  company: string | undefined
  fullName: string
  email: string
  client: string | undefined
  except: string | undefined
  ready: boolean
}

/** Who is there already and may be the same person. */
function Duplicates({ company, fullName, email, client, except, ready }: DuplicatesProps) {
  const asked = useDebounced(
    JSON.stringify({ company, fullName: fullName.trim(), email: email.trim(), client, except }),
    300,
  )
  const input = JSON.parse(asked) as Parameters<typeof duplicateOptions>[0]
  const worth = input.fullName.length >= 3 || /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(input.email)
  const { data } = useQuery({ ...duplicateOptions(input), enabled: ready && worth })
  const href = useContactHref()
  const found = ready && worth ? (data?.items ?? []) : []
  if (found.length === 0) return null
  return (
    <Banner
      tone="warn"
      title={
        found.some((f) => f.same === 'email') ? 'Somebody with this email exists' : 'Somebody with this name exists'
      }
    >
      <span className="mt-0.5 flex flex-col gap-1">
        {found.map((f) => (
          <span key={f.id} className="flex flex-wrap items-baseline gap-x-2">
            <Anchor
              href={href(f.id)}
              target="_blank"
              className="text-text underline decoration-edge underline-offset-3 hover:decoration-accent"
            >
              {f.fullName}
            </Anchor>
            <span>{[f.email, f.client?.name].filter(Boolean).join(', ')}</span>
            {f.archivedAt && <Badge>Archived</Badge>}
          </span>
        ))}
      </span>
    </Banner>
  )
}
