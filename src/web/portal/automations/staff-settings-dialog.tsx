import { useState } from 'react'
import type { Difference } from '../../ui/conflict-view.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { readCents, typedCents } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast.tsx'
import { client } from '../platform/api.ts'
import { EditFrame } from '../platform/edit-frame.tsx'
import { useSending } from '../platform/use-sending.ts'
import { refreshAutomations } from './automation-queries.ts'
import { IntervalField } from './interval-field.tsx'
import { type Automation, expectedText } from './model.ts'

type Model = Automation['priceModel']
type Form = {
  name: string
  minutesPerRun: string
  expectedMinutes: number | null
  alertPercent: string
  alertRuns: string
  priceModel: Model
  price: string
}
const formOf = (a: Automation): Form => ({
  name: a.name,
  minutesPerRun: String(a.minutesPerRun),
  expectedMinutes: a.expectedMinutes,
  alertPercent: String(a.alertPercent),
  alertRuns: String(a.alertRuns),
  priceModel: a.priceModel,
  price: a.priceCents === null ? '' : typedCents(a.priceCents),
})
const models: Record<Model, string> = { monthly: 'Monthly', one_time: 'Once', quote: 'On request' }
const words: { [K in keyof Form]: { name: string; say: (value: Form[K]) => string } } = {
  name: { name: 'Name', say: String },
  minutesPerRun: { name: 'A run saves', say: (v) => `${v} min` },
  expectedMinutes: { name: 'Expected', say: (v) => (v === null ? 'Never' : expectedText(v)) },
  alertPercent: { name: 'Failing from', say: (v) => `${v}%` },
  alertRuns: { name: 'Of the last', say: (v) => `${v} runs` },
  priceModel: { name: 'Price model', say: (v) => models[v] },
  price: { name: 'Price', say: (v) => (v ? `$${v}` : 'None') },
}
const keysOf = Object.keys(words) as (keyof Form)[]
const differences = (before: Form, theirs: Form, mine: Form): Difference[] =>
  keysOf.flatMap((key) => {
    const { name, say } = words[key] as { name: string; say: (value: unknown) => string }
    const [was, their, my] = [before[key], theirs[key], mine[key]]
    if (was === their && was === my) return []
    return [
      {
        name,
        before: say(was),
        theirs: say(their),
        mine: was === my ? undefined : say(my),
        both: was !== their && was !== my && their !== my,
      },
    ]
  })

/** Name, limits and price of an automation. */
export function StaffSettingsDialog({ automation, onClose }: { automation: Automation; onClose: () => void }) {
  const [base, setBase] = useState(automation)
  const [form, setForm] = useState(() => formOf(automation))
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Automation>()
  const set = (part: Partial<Form>) => setForm((now) => ({ ...now, ...part }))
  const start = formOf(base)
  const dirty = keysOf.some((key) => form[key] !== start[key])
  const wrong = (field: string) => (errors[field] ? { error: errors[field] } : {})
  const money = base.can.setPrice

  async function save(from = base, typed = form) {
    const bad: Record<string, string> = {}
    const number = (key: 'minutesPerRun' | 'alertPercent' | 'alertRuns') => {
      if (!/^\d{1,4}$/.test(typed[key].trim())) bad[key] = 'A whole number.'
      return Number(typed[key])
    }
    const cents = typed.priceModel === 'quote' ? null : readCents(typed.price)
    if (money && cents === undefined) bad.priceCents = 'An amount, such as 49.'
    const fields = {
      name: typed.name,
      minutesPerRun: number('minutesPerRun'),
      expectedMinutes: typed.expectedMinutes,
      alertPercent: number('alertPercent'),
      alertRuns: number('alertRuns'),
      ...(money ? { priceModel: typed.priceModel, priceCents: cents ?? null } : {}),
    }
    if (Object.keys(bad).length > 0) return setErrors(bad)
    const ok = await send(() => client.automations.edit({ id: from.id, version: from.version, ...fields }))
    void refreshAutomations()
    if (!ok) return
    toast({ tone: 'good', title: 'Saved' })
    onClose()
  }
  return (
    <EditFrame
      title="Settings of the automation"
      description={base.name}
      dirty={dirty}
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
      save="Save"
      onSave={() => void save()}
      onClose={onClose}
    >
      <Field label="Name" required {...wrong('name')}>
        <TextInput maxLength={100} value={form.name} onChange={(event) => set({ name: event.currentTarget.value })} />
      </Field>
      <Field
        label="Minutes that one run saves"
        required
        hint="Counts for runs that do not say it themselves, from now on."
        className="sm:max-w-80"
        {...wrong('minutesPerRun')}
      >
        <TextInput
          inputMode="numeric"
          value={form.minutesPerRun}
          onChange={(event) => set({ minutesPerRun: event.currentTarget.value })}
        />
      </Field>
      <IntervalField
        value={form.expectedMinutes}
        onChange={(expectedMinutes) => set({ expectedMinutes })}
        error={errors.expectedMinutes}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Failing from, percent" required {...wrong('alertPercent')}>
          <TextInput
            inputMode="numeric"
            value={form.alertPercent}
            onChange={(event) => set({ alertPercent: event.currentTarget.value })}
          />
        </Field>
        <Field label="Of the last runs" required {...wrong('alertRuns')}>
          <TextInput
            inputMode="numeric"
            value={form.alertRuns}
            onChange={(event) => set({ alertRuns: event.currentTarget.value })}
          />
        </Field>
      </div>
      {money && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="Price"
            hint="What saved time is held against. Nothing is billed by it."
            {...wrong('priceModel')}
          >
            <Select
              value={form.priceModel}
              onChange={(event) => set({ priceModel: event.currentTarget.value as Model })}
            >
              {(Object.keys(models) as Model[]).map((m) => (
                <option key={m} value={m}>
                  {models[m]}
                </option>
              ))}
            </Select>
          </Field>
          {form.priceModel !== 'quote' && (
            <Field
              label={form.priceModel === 'monthly' ? 'Dollars a month' : 'Dollars'}
              required
              {...wrong('priceCents')}
            >
              <TextInput
                inputMode="decimal"
                value={form.price}
                onChange={(event) => set({ price: event.currentTarget.value })}
              />
            </Field>
          )}
        </div>
      )}
    </EditFrame>
  )
}
