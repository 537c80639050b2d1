import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Badge } from '../../ui/status.tsx'
import { client as server } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { useDebounced } from '../platform/data/use-debounced.ts'
import { ClientField } from '../platform/forms/client-field.tsx'
import { FormRows } from '../platform/forms/form-rows.tsx'
import { CompanyField } from '../platform/forms/partner-field.tsx'
import { formatFieldValue, mapInputNames, toContactForm, toContactInputs } from './contact-field.tsx'
import { useContactHref } from './contact-link.tsx'
import { duplicateOptions, keepContact } from './contact-queries.ts'
import { type ContactValues, contactFields, editableContactFields } from './fields.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { Choice, Contact, NewContact, Side } from './model.ts'
import { useEditForm } from './use-edit-form.ts'

type Values = ContactValues & { company: Choice | null }
const valuesOf = (c: Contact): Values => ({ ...toContactForm(contactFields, c), company: c.company })

interface ContactFormProps {
  /** The contact to edit. Without it a new one is created. */
  contact?: Contact
  /** Initial values of a new contact. */
  start?: Partial<Pick<Values, 'client' | 'company'>>
  side: Side
  open: boolean
  onClose: () => void
  onSaved?: (contact: Contact) => void
  /** Shows no toast, because the screen shows the change itself and a toast would cover its buttons. */
  quiet?: boolean
}

/** Creates or edits a contact. Shows existing contacts that may be the same person while the user types. */
export function ContactForm({ contact, start, side, open, onClose, onSaved, quiet }: ContactFormProps) {
  const empty: Values = { ...toContactForm(contactFields), company: null, ...start }
  const edit = useEditForm(contact ? valuesOf(contact) : empty, contact?.version)
  const { form, version, changes, theirs, takeTheirs, problem, setProblem, rebase, fail } = edit
  const [once] = useState(createOnceKeys)
  const { control, watch, handleSubmit, formState, setValue, setError } = form
  const { errors, isSubmitting } = formState
  const company = watch('company')
  const chooses = side === 'staff' && !contact && !start?.company

  const submit = handleSubmit(async ({ company, ...values }) => {
    setProblem(undefined)
    if (side === 'staff' && !company) return setError('company', { message: 'Choose a company.' })
    try {
      let saved: Contact
      if (contact) {
        const wanted = toContactInputs<Partial<NewContact>>(contactFields, changes())
        if (Object.keys(wanted).length === 0) return onClose()
        saved = await server.contacts.edit({ id: contact.id, version, ...wanted })
      } else {
        const input = {
          ...toContactInputs<NewContact>(contactFields, values),
          ...(side === 'staff' && company ? { companyId: company.id } : {}),
        }
        saved = await server.contacts.create(input, { context: { idempotencyKey: once.keyFor(input) } })
      }
      keepContact(saved)
      if (!quiet) showToast({ title: contact ? `${saved.fullName} updated` : `${saved.fullName} added`, tone: 'good' })
      onClose()
      onSaved?.(saved)
    } catch (e) {
      const failure = fail(e, { ...mapInputNames(contactFields), companyId: 'company' })
      const current = failure?.code === 'CONFLICT' ? (failure.data?.current as Contact | undefined) : undefined
      if (current) {
        rebase(valuesOf(current), current.version)
        setProblem(
          'Someone else changed this contact while you were editing. Review their changes below and save again.',
        )
      }
    }
  })

  return (
    <FormDialog
      open={open}
      title={contact ? `Edit ${contact.fullName}` : 'New contact'}
      leaving={contact ? `Your changes to ${contact.fullName} aren’t saved.` : 'This contact isn’t saved yet.'}
      save={contact ? 'Save changes' : 'Add contact'}
      pending={isSubmitting}
      problem={problem}
      conflicts={(Object.keys(theirs) as (keyof Values)[]).map((name) => ({
        name,
        label: contactFields[name].label,
        theirs: formatFieldValue(theirs[name]),
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
      <FormRows
        fields={editableContactFields}
        form={form}
        hints={{
          email:
            contact?.mailsHeld && watch('email') === contact.email
              ? 'Email to this address bounced. Enter a new address to resume email now.'
              : undefined,
        }}
        // Contacts with the same name or address are shown below these fields.
        below={{
          2: (
            <Duplicates
              company={side === 'staff' ? company?.id : undefined}
              fullName={watch('fullName')}
              email={watch('email')}
              client={watch('client')?.id}
              except={contact?.id}
              ready={side === 'partner' || company !== null}
            />
          ),
        }}
        chosen={{
          client: (
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
          ),
        }}
      />
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

/** Existing contacts that may be the same person. */
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
        found.some((f) => f.same === 'email')
          ? 'A contact with this email already exists'
          : 'A contact with this name already exists'
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
