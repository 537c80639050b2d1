import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { ConflictDialog } from '../platform/conflict-dialog.tsx'
import { EditFrame } from '../platform/edit-frame.tsx'
import { FactFields } from './fact-fields.tsx'
import { leadName } from './labels.ts'
import { changesOf, differences, type Facts, type FactsForm, formOf } from './lead-form.ts'
import { keepLead } from './lead-queries.ts'
import type { Lead } from './model.ts'

/** Changes who a lead is. When somebody else did so meanwhile, both versions stand side by side. */
export function EditDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  // The form keeps the lead it began with: what comes in live must not change under the hands.
  const [base] = useState(lead)
  const form = useForm<FactsForm>({ defaultValues: formOf(base) })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const [conflict, setConflict] = useState<{ theirs: Lead; mine: Partial<Facts> }>()

  async function save(changes: Partial<Facts>, version: number) {
    try {
      keepLead(await client.leads.edit({ id: base.id, version, ...changes }))
      toast({ title: `${leadName(base)} changed`, tone: 'good' })
      onClose()
    } catch (e) {
      const failure = failureOf(e)
      const theirs = failure?.data?.current as Lead | undefined
      if (theirs) return setConflict({ theirs, mine: changes })
      setConflict(undefined)
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [name, [message]] of fields)
        setError((name.split('.')[0] ?? name) as keyof FactsForm, { message }, { shouldFocus: true })
      if (fields.length === 0) setError('root', { message: failure?.message ?? 'Something went wrong. Try again.' })
    }
  }
  const submit = handleSubmit(async (values) => {
    const changes = changesOf(base, values)
    if (Object.keys(changes).length === 0) onClose()
    else await save(changes, base.version)
  })

  if (conflict) {
    const { theirs, mine } = conflict
    return (
      <ConflictDialog
        what="this lead"
        over={theirs.can.edit ? undefined : 'It was converted to a company and cannot be changed any more.'}
        rows={differences(base, theirs, mine)}
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
      title={`Edit ${leadName(base)}`}
      dirty={() => Object.keys(changesOf(base, form.getValues())).length > 0}
      leaving={`What you changed about ${leadName(base)} is not saved.`}
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
