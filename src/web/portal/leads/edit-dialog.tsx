import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictView } from '../../ui/conflict-view.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { FactFields } from './fact-fields.tsx'
import { leadName } from './labels.ts'
import { changesOf, differences, type Facts, type FactsForm, factLabels, formOf } from './lead-form.ts'
import { keepLead } from './lead-queries.ts'
import type { Lead } from './model.ts'

/** Changes who a lead is. When somebody else did so meanwhile, both versions stand side by side. */
export function EditDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  // The form keeps the lead it began with: what comes in live must not change under the hands.
  const [base] = useState(lead)
  const id = useId()
  const form = useForm<FactsForm>({ defaultValues: formOf(base) })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const [conflict, setConflict] = useState<{ theirs: Lead; mine: Partial<Facts> }>()
  const [leaving, setLeaving] = useState(false)

  const close = () => {
    if (isSubmitting) return
    if (Object.keys(changesOf(base, form.getValues())).length > 0) setLeaving(true)
    else onClose()
  }
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
      <Dialog
        open
        onOpenChange={(next) => !next && setConflict(undefined)}
        size="lg"
        phone="full"
        title="Somebody changed this lead meanwhile"
        description={
          theirs.can.edit
            ? 'Nothing of yours is saved yet. Compare and decide.'
            : 'It was converted to a company and cannot be changed any more.'
        }
        footer={
          <>
            <Button
              onClick={() => {
                keepLead(theirs)
                onClose()
              }}
            >
              Take theirs
            </Button>
            {theirs.can.edit && (
              <Button
                variant="primary"
                pending={isSubmitting}
                onClick={() => void handleSubmit(() => save(mine, theirs.version))()}
              >
                Keep theirs and apply mine
              </Button>
            )}
          </>
        }
      >
        <Compared rows={differences(base, theirs, mine)} />
      </Dialog>
    )
  }

  return (
    <>
      <Dialog
        open
        onOpenChange={(next) => !next && close()}
        phone="full"
        title={`Edit ${leadName(base)}`}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
              Save changes
            </Button>
          </>
        }
      >
        <form
          id={id}
          noValidate
          className="flex flex-col gap-5 pt-1"
          onSubmit={(event) => void submit(event)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
          }}
        >
          {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
          <FactFields register={register} errors={errors} />
        </form>
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Discard your changes?"
        description={`What you changed about ${leadName(base)} is not saved.`}
        confirmLabel="Discard changes"
        onConfirm={onClose}
      />
    </>
  )
}

/** What they changed and what I wanted, field by field. */
function Compared({ rows }: { rows: ReturnType<typeof differences> }) {
  if (rows.every((row) => row.before === row.theirs))
    return <p className="text-muted">They changed something else. What you changed is as it was.</p>
  return (
    <ConflictView
      rows={rows.map(({ key, before, theirs, mine }) => ({
        name: factLabels[key],
        before: before || 'Empty',
        theirs: theirs || 'Empty',
        mine: mine === '' ? 'Empty' : mine,
        both: theirs !== before && mine !== undefined && mine !== theirs,
      }))}
    />
  )
}
