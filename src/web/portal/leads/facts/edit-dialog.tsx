import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { ConflictDialog } from '../../platform/forms/conflict-dialog.tsx'
import { EditFrame } from '../../platform/forms/edit-frame.tsx'
import type { FactValues } from '../fields.tsx'
import { formatLeadName } from '../labels.ts'
import { keepLead } from '../lead-queries.ts'
import type { Lead } from '../model.ts'
import { FactFields } from './fact-fields.tsx'
import { compareLeads, type FactsForm, listLeadChanges, toLeadForm } from './lead-form.ts'

/** Edits the details of a lead. If someone else saved in the meantime, shows both versions side by side. */
export function EditLeadDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  // Keeps the version that the form started from, so that live updates do not change the form.
  const [base] = useState(lead)
  const form = useForm<FactsForm>({ defaultValues: toLeadForm(base) })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const [conflict, setConflict] = useState<{ theirs: Lead; mine: Partial<FactValues> }>()

  async function save(changes: Partial<FactValues>, version: number) {
    try {
      keepLead(await client.leads.edit({ id: base.id, version, ...changes }))
      showToast({ title: `${formatLeadName(base)} updated`, tone: 'good' })
      onClose()
    } catch (e) {
      const failure = parseFailure(e)
      const theirs = failure?.data?.current as Lead | undefined
      if (theirs) return setConflict({ theirs, mine: changes })
      setConflict(undefined)
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [name, [message]] of fields)
        setError((name.split('.')[0] ?? name) as keyof FactsForm, { message }, { shouldFocus: true })
      if (fields.length === 0)
        setError('root', {
          message: failure?.message ?? 'We couldn’t save this lead. Check your connection and try again.',
        })
    }
  }
  const submit = handleSubmit(async (values) => {
    const changes = listLeadChanges(base, values)
    if (Object.keys(changes).length === 0) onClose()
    else await save(changes, base.version)
  })

  if (conflict) {
    const { theirs, mine } = conflict
    return (
      <ConflictDialog
        what="this lead"
        over={theirs.can.edit ? undefined : 'It was converted to a company and can no longer be changed.'}
        rows={compareLeads(base, theirs, mine)}
        pending={isSubmitting}
        onClose={() => setConflict(undefined)}
        onTheirs={() => {
          keepLead(theirs)
          onClose()
        }}
        onMine={() => void handleSubmit(() => save(mine, theirs.version))()}
      />
    )
  }

  return (
    <EditFrame
      size="md"
      title={`Edit ${formatLeadName(base)}`}
      dirty={() => Object.keys(listLeadChanges(base, form.getValues())).length > 0}
      leaving={`Your changes to ${formatLeadName(base)} aren’t saved.`}
      pending={isSubmitting}
      problem={errors.root?.message}
      save="Save changes"
      onSave={() => void submit()}
      onClose={onClose}
    >
      <FactFields register={register} errors={errors} />
    </EditFrame>
  )
}
