import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { client as server } from '../platform/api.ts'
import { onceKeys } from '../platform/once.ts'
import { CompanyField } from '../platform/partner-field.tsx'
import { keepClient } from './contact-queries.ts'
import { FormDialog } from './form-dialog.tsx'
import type { Choice, Client, Side } from './model.ts'
import { useEditForm } from './use-edit-form.ts'

type Values = {
  name: string
  industry: string
  website: string
  phone: string
  address: string
  notes: string
  company: Choice | null
}
const LABELS: Record<keyof Values, string> = {
  name: 'Name',
  industry: 'Industry',
  website: 'Website',
  phone: 'Phone',
  address: 'Address',
  notes: 'Notes',
  company: 'Company',
}
const valuesOf = (c: Client): Values => ({
  name: c.name,
  industry: c.industry ?? '',
  website: c.website ?? '',
  phone: c.phone ?? '',
  address: c.address ?? '',
  notes: c.notes,
  company: c.company,
})
const most = (value: number) => ({ value, message: `At most ${value.toLocaleString('en-US')} characters.` })

interface ClientFormProps {
  /** The client to change; without it a new one is created. */
  client?: Client
  /** The company of a new one, where the screen says it. */
  company?: Choice | null
  side: Side
  open: boolean
  onClose: () => void
  onSaved?: (client: Client) => void
}

/** Creates or changes an end client. */
export function ClientForm({ client, company: given = null, side, open, onClose, onSaved }: ClientFormProps) {
  const empty: Values = { name: '', industry: '', website: '', phone: '', address: '', notes: '', company: given }
  const edit = useEditForm(client ? valuesOf(client) : empty, client?.version)
  const { form, version, changes, theirs, takeTheirs, problem, setProblem, rebase, fail } = edit
  const [once] = useState(onceKeys)
  const { register, control, handleSubmit, formState, setError } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ company, ...text }) => {
    setProblem(undefined)
    if (side === 'staff' && !company) return setError('company', { message: 'Choose the company.' })
    try {
      let saved: Client
      if (client) {
        const { company: _, ...changed } = changes()
        if (Object.keys(changed).length === 0) return onClose()
        saved = await server.contacts.editClient({ id: client.id, version, ...changed })
      } else {
        const input = { ...text, ...(side === 'staff' && company ? { companyId: company.id } : {}) }
        saved = await server.contacts.createClient(input, { context: { idempotencyKey: once.keyFor(input) } })
      }
      keepClient(saved)
      toast({ title: client ? `${saved.name} changed` : `${saved.name} added`, tone: 'good' })
      onClose()
      onSaved?.(saved)
    } catch (e) {
      const failure = fail(e, { companyId: 'company' })
      const current = failure?.code === 'CONFLICT' ? (failure.data?.current as Client | undefined) : undefined
      if (!current) return
      rebase(valuesOf(current), current.version)
      setProblem(
        'Somebody else changed this client meanwhile. What they changed is taken over below; look and save again.',
      )
    }
  })

  return (
    <FormDialog
      open={open}
      title={client ? `Edit ${client.name}` : 'New client'}
      leaving={client ? `What you changed about ${client.name} is not saved.` : 'The client is not saved yet.'}
      save={client ? 'Save changes' : 'Add client'}
      pending={isSubmitting}
      problem={problem}
      conflicts={(Object.keys(theirs) as (keyof Values)[]).map((name) => ({
        name,
        label: LABELS[name],
        theirs: String(theirs[name] ?? ''),
        take: () => takeTheirs(name),
      }))}
      dirty={() => Object.keys(changes()).length > 0}
      onSave={() => void submit()}
      onClose={onClose}
    >
      {side === 'staff' && !client && !given && (
        <Controller
          control={control}
          name="company"
          render={({ field }) => (
            <CompanyField value={field.value} error={errors.company?.message} onChange={field.onChange} />
          )}
        />
      )}
      <Field label="Name" required error={errors.name?.message}>
        <TextInput
          autoComplete="off"
          {...register('name', {
            validate: (v) => v.trim() !== '' || 'Write the name of the client.',
            maxLength: most(200),
          })}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Industry" optional error={errors.industry?.message}>
          <TextInput
            autoComplete="off"
            placeholder="Dental practice"
            {...register('industry', { maxLength: most(100) })}
          />
        </Field>
        <Field label="Website" optional error={errors.website?.message}>
          <TextInput
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            placeholder="lakeshore.example"
            {...register('website', { maxLength: most(255) })}
          />
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Phone" optional error={errors.phone?.message}>
          <TextInput type="tel" autoComplete="off" {...register('phone', { maxLength: most(50) })} />
        </Field>
        <Field label="Address" optional error={errors.address?.message}>
          <TextArea rows={2} {...register('address', { maxLength: most(500) })} />
        </Field>
      </div>
      <Field label="Notes" optional error={errors.notes?.message}>
        <TextArea rows={3} {...register('notes', { maxLength: most(5_000) })} />
      </Field>
    </FormDialog>
  )
}
