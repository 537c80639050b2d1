import { Fragment, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field, TextInput } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { ConflictDialog } from '../../platform/forms/conflict-dialog.tsx'
import { EditFrame } from '../../platform/forms/edit-frame.tsx'
import { editableTicketFields } from '../fields.tsx'
import type { Ticket } from '../model.ts'
import { keepTicket, refreshMessages, refreshTicketLists } from '../ticket-queries.ts'
import {
  type Changes,
  compareTickets,
  type EditForm,
  listTicketChanges,
  mergeTicketForm,
  toTicketForm,
  toTicketInput,
} from './edit-merge.ts'
import { TicketFieldControl } from './field-control.tsx'
import { formatTicketNumber, type Side } from './labels.ts'

const REASON_MAX = 500

interface EditDialogProps {
  ticket: Ticket
  side: Side
  onClose: () => void
}

/** Edits the facts of a ticket. If someone else changed the ticket while it was edited, shows both versions. */
export function EditTicketDialog({ ticket, side, onClose }: EditDialogProps) {
  // The form keeps the ticket that it began with, so that live updates do not change it while the user types.
  const [base] = useState(ticket)
  const form = useForm<EditForm>({ defaultValues: toTicketForm(base) })
  const { register, handleSubmit, watch, setError, formState } = form
  const company = side === 'staff' ? base.company.id : undefined
  const { errors, isSubmitting } = formState
  const [problem, setProblem] = useState<string>()
  const [conflict, setConflict] = useState<{ theirs: Ticket; mine: Changes }>()
  const overrides = watch('priority') !== ''
  const rows = Map.groupBy(
    editableTicketFields.filter(({ edit }) => edit.by !== 'staff' || side === 'staff'),
    ({ edit }) => edit.row,
  )

  async function save(changes: Changes, version: number) {
    setProblem(undefined)
    try {
      const answer = await client.tickets.edit({ id: base.id, version, ...toTicketInput(changes) })
      keepTicket(answer)
      refreshTicketLists()
      void refreshMessages(base.id)
      showToast({ title: `${formatTicketNumber(base.number)} updated`, tone: 'good' })
      onClose()
    } catch (e) {
      const failure = parseFailure(e)
      const theirs = failure?.data?.current as Ticket | undefined
      if (failure?.code === 'CONFLICT' && theirs) {
        setConflict({ theirs, mine: changes })
        return
      }
      if (failure?.code === 'HOURS_EXHAUSTED') {
        // The new agreement rounds differently or allows less, so the recorded time does not fit it.
        setError('agreement', { message: failure.message }, { shouldFocus: true })
        return
      }
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [name, [message]] of fields)
        setError(
          (editableTicketFields.find(({ edit }) => edit.input === name)?.key ?? name) as keyof EditForm,
          { message },
          { shouldFocus: true },
        )
      if (fields.length === 0) setProblem(failure?.message ?? 'Your changes were not saved. Try again.')
    }
  }
  const submit = handleSubmit(async (values) => {
    const changes = listTicketChanges(base, values)
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
        over={theirs.can.edit ? undefined : 'The ticket is now closed. Reopen it to make changes.'}
        rows={compareTickets(base, theirs, mine, side)}
        problem={problem}
        pending={isSubmitting}
        onClose={() => setConflict(undefined)}
        onTheirs={take}
        onMine={() => void handleSubmit(() => save(mergeTicketForm(base, theirs, mine), theirs.version))()}
      />
    )
  }

  return (
    <EditFrame
      size="md"
      title={`Edit ${formatTicketNumber(base.number)}`}
      dirty={() => Object.keys(listTicketChanges(base, form.getValues())).length > 0}
      leaving={`Your changes to ${formatTicketNumber(base.number)} haven’t been saved.`}
      pending={isSubmitting}
      problem={problem}
      save="Save changes"
      onSave={() => void submit()}
      onClose={onClose}
    >
      {[...rows.values()].map((fields) => (
        <Fragment key={fields[0]?.key}>
          <div className="grid gap-5 sm:auto-cols-fr sm:grid-flow-col">
            {fields.map((field) => (
              <TicketFieldControl key={field.key} field={field} form={form} ticket={base} company={company} />
            ))}
          </div>
          {overrides && fields.some(({ key }) => key === 'priority') && (
            <Field label="Reason" hint="Shown next to the priority." error={errors.priorityReason?.message}>
              <TextInput
                {...register('priorityReason', {
                  validate: (v) => v.trim() !== '' || 'Enter a reason.',
                  maxLength: { value: REASON_MAX, message: `At most ${REASON_MAX} characters.` },
                })}
              />
            </Field>
          )}
        </Fragment>
      ))}
    </EditFrame>
  )
}
