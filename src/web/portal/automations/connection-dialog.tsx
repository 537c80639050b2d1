import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Difference } from '../../ui/conflict-view.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { client } from '../platform/api.ts'
import { EditFrame } from '../platform/edit-frame.tsx'
import { onceKeys } from '../platform/once.ts'
import { useSending } from '../platform/use-sending.ts'
import { refreshAutomations } from './automation-queries.ts'
import { type Automation, type Connection, connectionLooks } from './model.ts'

const ConfirmDialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

type Form = { tool: string; label: string; reference: string; state: Connection['state']; expiresOn: string }
const formOf = (c: Connection | undefined): Form => ({
  tool: c?.tool ?? '',
  label: c?.label ?? '',
  reference: c?.reference ?? '',
  state: c?.state ?? 'waiting',
  expiresOn: c?.expiresOn ?? '',
})
const names: Record<keyof Form, string> = {
  tool: 'Tool',
  label: 'What it is',
  reference: 'Kept in',
  state: 'State',
  expiresOn: 'Last day',
}
const keysOf = Object.keys(names) as (keyof Form)[]
const say = (form: Form, key: keyof Form) => (key === 'state' ? connectionLooks[form.state].label : form[key] || 'None')
const differences = (before: Form, theirs: Form, mine: Form): Difference[] =>
  keysOf
    .filter((key) => before[key] !== theirs[key] || before[key] !== mine[key])
    .map((key) => ({
      name: names[key],
      before: say(before, key),
      theirs: say(theirs, key),
      mine: before[key] === mine[key] ? undefined : say(mine, key),
      both: before[key] !== theirs[key] && before[key] !== mine[key] && theirs[key] !== mine[key],
    }))

interface ConnectionDialogProps {
  automation: Automation
  connection: Connection | undefined
  onClose: () => void
}

/** What an automation signs in with, and where the secret is kept; never the secret. */
export function ConnectionDialog({ automation: a, connection, onClose }: ConnectionDialogProps) {
  const [base, setBase] = useState(connection)
  const [form, setForm] = useState(() => formOf(connection))
  const [keys] = useState(onceKeys)
  const [asked, setAsked] = useState(false)
  const { pending, errors, problem, theirs, send, forget } = useSending<Connection>()
  const start = formOf(base)
  const set = (part: Partial<Form>) => setForm((now) => ({ ...now, ...part }))
  const wrong = (field: string) => (errors[field] ? { error: errors[field] } : {})
  async function save(from = base, typed = form) {
    const fields = { ...typed, expiresOn: typed.expiresOn || null }
    const ok = await send(() =>
      from
        ? client.automations.editConnection({ id: a.id, connectionId: from.id, version: from.version, ...fields })
        : client.automations.addConnection(
            { id: a.id, ...fields },
            { context: { idempotencyKey: keys.keyFor(fields) } },
          ),
    )
    void refreshAutomations()
    if (!ok) return
    keys.done()
    toast({ tone: 'good', title: from ? 'Connection changed' : 'Connection added' })
    onClose()
  }
  async function remove() {
    if (!base) return
    const ok = await send(() => client.automations.removeConnection({ id: a.id, connectionId: base.id }))
    void refreshAutomations()
    if (!ok) return
    toast({ tone: 'good', title: 'Connection removed' })
    onClose()
  }
  return (
    <>
      <EditFrame
        title={base ? `Connection to ${base.tool}` : 'New connection'}
        description="Where a secret is kept, never the secret."
        dirty={keysOf.some((key) => form[key] !== start[key])}
        pending={pending}
        problem={problem}
        conflict={
          theirs && {
            rows: differences(start, formOf(theirs), form),
            onTheirs: () => {
              setBase(theirs)
              setForm(formOf(theirs))
              forget()
            },
            onMine: () => {
              const now = formOf(theirs)
              const next = Object.fromEntries(
                keysOf.map((key) => [key, form[key] === start[key] ? now[key] : form[key]]),
              ) as Form
              setBase(theirs)
              setForm(next)
              void save(theirs, next)
            },
          }
        }
        save={base ? 'Save' : 'Add'}
        onSave={() => void save()}
        onClose={onClose}
        more={
          base && (
            <Button variant="danger" className="sm:mr-auto" onClick={() => setAsked(true)}>
              Remove
            </Button>
          )
        }
      >
        <Field label="Tool" required {...wrong('tool')}>
          <TextInput
            maxLength={60}
            placeholder="Autotask"
            value={form.tool}
            onChange={(event) => set({ tool: event.currentTarget.value })}
          />
        </Field>
        <Field label="What it is" required {...wrong('label')}>
          <TextInput
            maxLength={100}
            placeholder="API user of the help desk board"
            value={form.label}
            onChange={(event) => set({ label: event.currentTarget.value })}
          />
        </Field>
        <Field
          label="Where the secret is kept"
          required
          hint="The entry in the vault. The secret itself has no place here."
          {...wrong('reference')}
        >
          <TextInput
            maxLength={200}
            placeholder="1Password: Millwright / Autotask API"
            autoComplete="off"
            spellCheck={false}
            value={form.reference}
            onChange={(event) => set({ reference: event.currentTarget.value })}
          />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="State" {...wrong('state')}>
            <Select
              value={form.state}
              onChange={(event) => set({ state: event.currentTarget.value as Connection['state'] })}
            >
              {(Object.keys(connectionLooks) as Connection['state'][]).map((s) => (
                <option key={s} value={s}>
                  {connectionLooks[s].label}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label="Last day of the credential"
            optional
            hint="Engineers are told 30 days before."
            {...wrong('expiresOn')}
          >
            <TextInput
              type="date"
              value={form.expiresOn}
              onChange={(event) => set({ expiresOn: event.currentTarget.value })}
            />
          </Field>
        </div>
      </EditFrame>
      {asked && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={setAsked}
            title={`Remove the connection to ${base?.tool}?`}
            description="What is in the vault stays there."
            confirmLabel="Remove"
            onConfirm={remove}
          />
        </Suspense>
      )}
    </>
  )
}
