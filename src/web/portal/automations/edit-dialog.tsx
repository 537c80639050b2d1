import { type ReactNode, useState } from 'react'
import type { Difference } from '../../ui/conflict-view.tsx'
import { toast } from '../../ui/toast.tsx'
import { EditFrame } from '../platform/edit-frame.tsx'
import { type FieldErrors, useSending } from '../platform/use-sending.ts'
import { refreshAutomations } from './automation-queries.ts'

/** What each field of a form is called and says where two people changed the same thing. */
export type Words<Form> = { [K in keyof Form]: { name: string; say: (value: Form[K]) => string } }
type Key<Form> = keyof Form & string

interface Fields<Form> {
  form: Form
  set: (part: Partial<Form>) => void
  errors: FieldErrors
  /** What stands beside a field that is wrong. */
  wrong: (field: string) => { error?: string }
}

interface EditDialogProps<Thing, Form extends object> {
  title: string
  description: string
  /** What is changed; undefined: something new. */
  of: Thing
  formOf: (thing: Thing) => Form
  words: Words<Form>
  saveLabel?: string
  /** Sends what was typed; or says what is wrong with it by field, and sends nothing. */
  save: (typed: Form, from: Thing) => FieldErrors | (() => Promise<unknown>)
  /** What the toast says. */
  saved?: string
  onClose: () => void
  /** Left in the foot. `act` does something else with the thing and closes. */
  more?: (act: (work: () => Promise<unknown>, done: string) => Promise<void>) => ReactNode
  children: (fields: Fields<Form>) => ReactNode
}

/** Changes something of an automation. Where somebody else saved meanwhile, both changes stand side by side. */
export function EditDialog<Thing, Form extends object>(props: EditDialogProps<Thing, Form>) {
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
    toast({ tone: 'good', title: done })
    onClose()
  }
  async function save(from = base, typed = form) {
    const work = props.save(typed, from)
    if (typeof work === 'function') await act(work, props.saved ?? 'Saved')
    else setErrors(work)
  }
  const conflictWith = (now: Form) => ({
    rows: keys.flatMap((key): Difference[] => {
      const { name, say } = words[key]
      const [was, their, mine] = [start[key], now[key], form[key]]
      if (was === their && was === mine) return []
      return [
        {
          name,
          before: say(was),
          theirs: say(their),
          mine: was === mine ? undefined : say(mine),
          both: was !== their && was !== mine && their !== mine,
        },
      ]
    }),
    onTheirs: () => {
      setBase(theirs as Thing)
      setForm(now)
      forget()
    },
    onMine: () => {
      const next = { ...now, ...Object.fromEntries(keys.flatMap((k) => (form[k] === start[k] ? [] : [[k, form[k]]]))) }
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
      save={props.saveLabel ?? 'Save'}
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
