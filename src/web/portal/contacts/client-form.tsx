import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client as server } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { FormRows } from '../platform/forms/form-rows.tsx'
import { CompanyField } from '../platform/forms/partner-field.tsx'
import { type ClientValues, clientFields, editableClientFields } from './client-fields.tsx'
import { formatFieldValue, toContactForm, toContactInputs } from './contact-field.tsx'
import { keepClient } from './contact-queries.ts'
import { FormDialog } from './form-dialog.tsx'
import type { Choice, Client, NewClient, Side } from './model.ts'
import { useEditForm } from './use-edit-form.ts'

type Values = ClientValues & { company: Choice | null }
const valuesOf = (c: Client): Values => ({ ...toContactForm(clientFields, c), company: c.company })

interface ClientFormProps {
  /** The client to edit. Without it a new one is created. */
  client?: Client
  /** The company of a new client, if the screen sets it. */
  company?: Choice | null
  side: Side
  open: boolean
  onClose: () => void
  onSaved?: (client: Client) => void
}

/** Creates or edits a client. */
export function ClientForm({ client, company: given = null, side, open, onClose, onSaved }: ClientFormProps) {
  const empty: Values = { ...toContactForm(clientFields), company: given }
  const edit = useEditForm(client ? valuesOf(client) : empty, client?.version)
  const { form, version, changes, theirs, takeTheirs, problem, setProblem, rebase, fail } = edit
  const [once] = useState(createOnceKeys)
  const { control, handleSubmit, formState, setError } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ company, ...values }) => {
    setProblem(undefined)
    if (side === 'staff' && !company) return setError('company', { message: 'Choose a company.' })
    try {
      let saved: Client
      if (client) {
        const wanted = toContactInputs<Partial<NewClient>>(clientFields, changes())
        if (Object.keys(wanted).length === 0) return onClose()
        saved = await server.contacts.editClient({ id: client.id, version, ...wanted })
      } else {
        const input = {
          ...toContactInputs<NewClient>(clientFields, values),
          ...(side === 'staff' && company ? { companyId: company.id } : {}),
        }
        saved = await server.contacts.createClient(input, { context: { idempotencyKey: once.keyFor(input) } })
      }
      keepClient(saved)
      showToast({ title: client ? `${saved.name} updated` : `${saved.name} added`, tone: 'good' })
      onClose()
      onSaved?.(saved)
    } catch (e) {
      const failure = fail(e, { companyId: 'company' })
      const current = failure?.code === 'CONFLICT' ? (failure.data?.current as Client | undefined) : undefined
      if (!current) return
      rebase(valuesOf(current), current.version)
      setProblem('Someone else changed this client while you were editing. Review their changes below and save again.')
    }
  })

  return (
    <FormDialog
      open={open}
      title={client ? `Edit ${client.name}` : 'New client'}
      leaving={client ? `Your changes to ${client.name} aren’t saved.` : 'This client isn’t saved yet.'}
      save={client ? 'Save changes' : 'Add client'}
      pending={isSubmitting}
      problem={problem}
      conflicts={(Object.keys(theirs) as (keyof Values)[]).map((name) => ({
        name,
        label: clientFields[name].label,
        theirs: formatFieldValue(theirs[name]),
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
      <FormRows fields={editableClientFields} form={form} />
    </FormDialog>
  )
}
