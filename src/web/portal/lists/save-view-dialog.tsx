import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Checkbox, Field, TextInput } from '../../ui/forms/field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { changeView, saveView } from './kept-changes.ts'
import type { ListKey, SavedView } from './list.ts'

/** The purpose of the dialog. */
export type ViewTask =
  | {
      kind: 'save'
      query: string
      /** The columns that are shown now, if the user chose them. */
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

/** Names a view, or saves what is shown now as a new view or in an existing one. */
export function SaveViewDialog({ list, task, open, onClose }: SaveViewDialogProps) {
  const last = task.kind === 'save' ? task.last : undefined
  const [into, setInto] = useState<'last' | 'new'>(last ? 'last' : 'new')
  const [keys] = useState(createOnceKeys)
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
      showToast({ title: task.kind === 'rename' ? 'View renamed' : 'View saved', tone: 'good' })
      onClose()
    } catch (e) {
      const failure = parseFailure(e)
      const nameError = failure?.data?.fields?.name?.[0]
      if (nameError && named) setError('name', { message: nameError }, { shouldFocus: true })
      else setError('root', { message: failure?.message ?? 'We couldn’t reach the server. Try again.' })
    }
  }

  return (
    <ActFrame
      open={open}
      title={task.kind === 'rename' ? 'Rename view' : 'Save view'}
      description={
        task.kind === 'save' ? 'Save the current search, filters and sorting. Only you can see this view.' : undefined
      }
      confirm={task.kind === 'rename' ? 'Rename view' : named ? 'Save view' : 'Update view'}
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
        <Field label="Name" required error={errors.name?.message} hint="For example, “Urgent, unassigned”.">
          <TextInput
            autoComplete="off"
            maxLength={NAME_MAX}
            {...register('name', { validate: (text) => text.trim() !== '' || 'Enter a name for the view.' })}
          />
        </Field>
      )}
      {chosen && (
        <Checkbox
          label="Save the columns with this view"
          description="Otherwise, it shows the same columns as your other views."
          {...register('columns')}
        />
      )}
    </ActFrame>
  )
}
