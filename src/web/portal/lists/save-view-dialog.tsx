import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Checkbox, Field, TextInput } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { failureOf } from '../platform/api.ts'
import { onceKeys } from '../platform/once.ts'
import { changeView, saveView } from './kept-changes.ts'
import type { ListKey, SavedView } from './list.ts'

/** What the dialog is asked for. */
export type ViewTask =
  | {
      kind: 'save'
      query: string
      /** Columns that are shown now, if they were chosen. */
      columns: string[] | null
      /** The view that the reader came from. */
      last: SavedView | undefined
    }
  | { kind: 'rename'; view: SavedView }

interface SaveViewDialogProps {
  list: ListKey
  task: ViewTask
  open: boolean
  onClose: () => void
}

const NAME_MAX = 60
type Values = { name: string; columns: boolean }

/** Gives a view its name, or what is shown now to a view that is there. */
export function SaveViewDialog({ list, task, open, onClose }: SaveViewDialogProps) {
  const last = task.kind === 'save' ? task.last : undefined
  const [into, setInto] = useState<'last' | 'new'>(last ? 'last' : 'new')
  const [keys] = useState(onceKeys)
  const chosen = task.kind === 'save' ? task.columns : null
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { name: task.kind === 'rename' ? task.view.name : '', columns: last ? last.columns !== null : true },
  })
  const { errors, isSubmitting } = formState
  const named = task.kind === 'rename' || into === 'new'

  async function send({ name, columns: keep }: Values) {
    try {
      if (task.kind === 'rename') await changeView(list, task.view.id, { name: name.trim() })
      else {
        const { query } = task
        const columns = keep ? chosen : null
        if (last && into === 'last') await changeView(list, last.id, { query, columns })
        else {
          const view = { name: name.trim(), query, columns }
          await saveView(list, view, keys.keyFor(view))
          keys.done()
        }
      }
      toast({ title: task.kind === 'rename' ? 'View renamed' : 'View saved', tone: 'good' })
      onClose()
    } catch (e) {
      const failure = failureOf(e)
      const said = failure?.data?.fields?.name?.[0]
      if (said && named) setError('name', { message: said }, { shouldFocus: true })
      else setError('root', { message: failure?.message ?? 'Something went wrong. Try again.' })
    }
  }

  return (
    <ActFrame
      open={open}
      title={task.kind === 'rename' ? 'Rename view' : 'Save view'}
      description={
        task.kind === 'save'
          ? 'Keeps search, filters and sorting as they are now. Only you see it in your row of views.'
          : undefined
      }
      confirm={task.kind === 'rename' ? 'Rename' : named ? 'Save view' : 'Update view'}
      pending={isSubmitting}
      problem={errors.root?.message}
      onSubmit={() => void handleSubmit(send)()}
      onClose={onClose}
    >
      {last && (
        <Segmented
          label="Where to save"
          value={into}
          onChange={setInto}
          options={[
            { value: 'last', label: `Update “${last.name}”` },
            { value: 'new', label: 'New view' },
          ]}
        />
      )}
      {named && (
        <Field label="Name" required error={errors.name?.message} hint="For example “Urgent, not assigned”.">
          <TextInput
            autoComplete="off"
            maxLength={NAME_MAX}
            {...register('name', { validate: (text) => text.trim() !== '' || 'Give the view a name.' })}
          />
        </Field>
      )}
      {chosen && (
        <Checkbox
          label="Keep the columns with this view"
          description="Otherwise it shows the columns that you see in the other views."
          {...register('columns')}
        />
      )}
    </ActFrame>
  )
}
