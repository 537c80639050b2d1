import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { ClientField } from '../platform/client-field.tsx'
import { ConflictDialog } from '../platform/conflict-dialog.tsx'
import { EditFrame } from '../platform/edit-frame.tsx'
import { AgreementField, AutomationField, ContactField, TagsField } from './choice-fields.tsx'
import { type Changes, changesOf, differences, type EditForm, formOf, inputOf, upon } from './edit-merge.ts'
import {
  categories,
  categoryLabels,
  impactLabels,
  impacts,
  priorities,
  priorityLabels,
  type Side,
  ticketName,
  urgencies,
  urgencyLabels,
} from './labels.ts'
import type { Ticket } from './model.ts'
import { keepTicket, refreshLists, refreshMessages } from './ticket-queries.ts'

const SUBJECT_MAX = 200
const REASON_MAX = 500

interface EditDialogProps {
  ticket: Ticket
  side: Side
  onClose: () => void
}

/** Changes what a ticket is about. When somebody else did so meanwhile, both versions stand side by side. */
export function EditDialog({ ticket, side, onClose }: EditDialogProps) {
  // The form keeps the ticket it began with: what comes in live must not change under the hands.
  const [base] = useState(ticket)
  const form = useForm<EditForm>({ defaultValues: formOf(base) })
  const { control, register, handleSubmit, watch, setError, formState } = form
  const company = side === 'staff' ? base.company.id : undefined
  const { errors, isSubmitting } = formState
  const [problem, setProblem] = useState<string>()
  const [conflict, setConflict] = useState<{ theirs: Ticket; mine: Changes }>()
  const overrides = watch('priority') !== ''

  async function save(changes: Changes, version: number) {
    setProblem(undefined)
    try {
      const answer = await client.tickets.edit({ id: base.id, version, ...inputOf(changes) })
      keepTicket(answer)
      refreshLists()
      void refreshMessages(base.id)
      toast({ title: `${ticketName(base.number)} changed`, tone: 'good' })
      onClose()
    } catch (e) {
      const failure = failureOf(e)
      const theirs = failure?.data?.current as Ticket | undefined
      if (failure?.code === 'CONFLICT' && theirs) {
        setConflict({ theirs, mine: changes })
        return
      }
      if (failure?.code === 'HOURS_EXHAUSTED') {
        // Another agreement rounds otherwise, or allows less: what is booked already does not fit it.
        setError('agreement', { message: failure.message }, { shouldFocus: true })
        return
      }
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [name, [message]] of fields)
        setError(name.replace(/Id$/, '') as keyof EditForm, { message }, { shouldFocus: true })
      if (fields.length === 0) setProblem(failure?.message ?? 'Something went wrong. Try again.')
    }
  }
  const submit = handleSubmit(async (values) => {
    const changes = changesOf(base, values)
    if (Object.keys(changes).length === 0) onClose()
    else await save(changes, base.version)
  })

  if (conflict) {
    const { theirs, mine } = conflict
    const take = () => {
      keepTicket(theirs)
      void refreshMessages(base.id)
      onClose()
    }
    return (
      <ConflictDialog
        what="this ticket"
        over={theirs.can.edit ? undefined : 'It is closed now and cannot be changed until it is reopened.'}
        rows={differences(base, theirs, mine, side)}
        problem={problem}
        pending={isSubmitting}
        onClose={() => setConflict(undefined)}
        onTheirs={take}
        onMine={() => void handleSubmit(() => save(upon(base, theirs, mine), theirs.version))()}
      />
    )
  }

  return (
    <EditFrame
      size="md"
      title={`Edit ${ticketName(base.number)}`}
      dirty={() => Object.keys(changesOf(base, form.getValues())).length > 0}
      leaving={`What you changed about ${ticketName(base.number)} is not saved.`}
      pending={isSubmitting}
      problem={problem}
      save="Save changes"
      onSave={() => void submit()}
      onClose={onClose}
    >
      <Field label="Subject" error={errors.subject?.message}>
        <TextInput
          {...register('subject', {
            validate: (v) => v.trim() !== '' || 'Say in one line what it is about.',
            maxLength: { value: SUBJECT_MAX, message: `At most ${SUBJECT_MAX} characters.` },
          })}
        />
      </Field>
      <Field label="Category" error={errors.category?.message}>
        <Select {...register('category')}>
          {categories.map((c) => (
            <option key={c} value={c}>
              {categoryLabels[c]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Impact" error={errors.impact?.message}>
          <Select {...register('impact')}>
            {impacts.map((i) => (
              <option key={i} value={i}>
                {impactLabels[i].label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Urgency" error={errors.urgency?.message}>
          <Select {...register('urgency')}>
            {urgencies.map((u) => (
              <option key={u} value={u}>
                {urgencyLabels[u].label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {base.can.prioritise && (
        <Field label="Priority" error={errors.priority?.message}>
          <Select {...register('priority')}>
            <option value="">From impact and urgency</option>
            {priorities.map((p) => (
              <option key={p} value={p}>
                {p} {priorityLabels[p]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {base.can.prioritise && overrides && (
        <Field label="Why this priority" hint="Stands beside the priority." error={errors.priorityReason?.message}>
          <TextInput
            {...register('priorityReason', {
              validate: (v) => v.trim() !== '' || 'Say why.',
              maxLength: { value: REASON_MAX, message: `At most ${REASON_MAX} characters.` },
            })}
          />
        </Field>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={control}
          name="client"
          render={({ field }) => (
            <ClientField
              company={company}
              value={field.value}
              onChange={(client) => {
                field.onChange(client)
                // Whom it is about is of the client, if of one at all.
                if (client && client.id !== base.client?.id) form.setValue('contact', null)
              }}
              error={errors.client?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="contact"
          render={({ field }) => (
            <ContactField
              company={company}
              client={watch('client')}
              value={field.value}
              onChange={field.onChange}
              error={errors.contact?.message}
            />
          )}
        />
      </div>
      {side === 'staff' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Controller
            control={control}
            name="agreement"
            render={({ field }) => (
              <AgreementField
                company={base.company.id}
                value={field.value}
                onChange={field.onChange}
                error={errors.agreement?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="installation"
            render={({ field }) => (
              <AutomationField
                company={base.company.id}
                value={field.value}
                onChange={field.onChange}
                error={errors.installation?.message}
              />
            )}
          />
        </div>
      )}
      <Controller
        control={control}
        name="tags"
        render={({ field }) => (
          <TagsField company={company} value={field.value} onChange={field.onChange} error={errors.tags?.message} />
        )}
      />
    </EditFrame>
  )
}
