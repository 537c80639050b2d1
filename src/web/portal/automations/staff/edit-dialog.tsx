import { type ReactNode, useState } from 'react'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { type FieldErrors, useSending } from '../../platform/data/use-sending.ts'
import { EditFrame } from '../../platform/forms/edit-frame.tsx'
import { compareField, mergeForm } from '../../platform/forms/merge-form.ts'
import { refreshAutomations } from '../automation-queries.ts'

/** The label of each form field, and how a conflict shows its values. */
export type Words<Form> = { [K in keyof Form]: { name: string; say: (value: Form[K]) => string } }
type Key<Form> = keyof Form & string

interface Fields<Form> {
  form: Form
  set: (part: Partial<Form>) => void
  errors: FieldErrors
  /** Returns the error props of a field. */
  wrong: (field: string) => { error?: string }
}

interface EditDialogProps<Thing, Form extends object> {
  title: string
  description: string
  /** The record to edit. Undefined when a new one is created. */
  of: Thing
  formOf: (thing: Thing) => Form
  words: Words<Form>
  saveLabel: string
  /** Returns a function that sends the form, or the problems by field if it cannot be sent. */
  save: (typed: Form, from: Thing) => FieldErrors | (() => Promise<unknown>)
  /** The title of the toast after saving. */
  saved?: string
  onClose: () => void
  /** Extra content on the left of the footer. `act` runs another action and closes the dialog. */
  more?: (act: (work: () => Promise<unknown>, done: string) => Promise<void>) => ReactNode
  children: (fields: Fields<Form>) => ReactNode
}

/** Edits part of an automation. If someone else saved in the meantime, shows both versions side by side. */
export function StaffEditDialog<Thing, Form extends object>(props: EditDialogProps<Thing, Form>) {
  const { formOf, words, onClose } = props
  const keys = Object.keys(words) as Key<Form>[]
  const [base, setBase] = useState(props.of)
  const [form, setForm] = useState(() => formOf(base))
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Thing>()
  const start = formOf(base)

  async function act(work: () => Promise<unknown>, done: string) {
    const ok = await send(work)
    void refreshAutomations()
    if (!ok) return
    showToast({ tone: 'good', title: done })
    onClose()
  }
  async function save(from = base, typed = form) {
    const work = props.save(typed, from)
    if (typeof work === 'function') await act(work, props.saved ?? 'Saved')
    else setErrors(work)
  }
  const conflictWith = (now: Form) => ({
    rows: keys.flatMap((key) => compareField(words[key].name, [start[key], now[key], form[key]], words[key].say)),
    onTheirs: () => {
      setBase(theirs as Thing)
      setForm(now)
      forget()
    },
    onMine: () => {
      forget()
      const next = mergeForm(start, now, form)
      setBase(theirs as Thing)
      setForm(next)
      void save(theirs as Thing, next)
    },
  })
  return (
    <EditFrame
      title={props.title}
      description={props.description}
      dirty={keys.some((key) => form[key] !== start[key])}
      pending={pending}
      problem={problem}
      conflict={theirs && conflictWith(formOf(theirs))}
      save={props.saveLabel}
      onSave={() => void save()}
      onClose={onClose}
      more={props.more?.(act)}
    >
      {props.children({
        form,
        set: (part) => setForm((now) => ({ ...now, ...part })),
        errors,
        wrong: (field) => (errors[field] ? { error: errors[field] } : {}),
      })}
    </EditFrame>
  )
}
