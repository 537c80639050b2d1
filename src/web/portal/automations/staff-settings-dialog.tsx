import { Field, Select, TextInput } from '../../ui/field.tsx'
import { readCents, typedCents } from '../../ui/money-text.ts'
import { client } from '../platform/api.ts'
import { EditDialog, type Words } from './edit-dialog.tsx'
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
const words: Words<Form> = {
  name: { name: 'Name', say: String },
  minutesPerRun: { name: 'A run saves', say: (v) => `${v} min` },
  expectedMinutes: { name: 'Expected', say: (v) => (v === null ? 'Never' : expectedText(v)) },
  alertPercent: { name: 'Failing from', say: (v) => `${v}%` },
  alertRuns: { name: 'Of the last', say: (v) => `${v} runs` },
  priceModel: { name: 'Price model', say: (v) => models[v] },
  price: { name: 'Price', say: (v) => (v ? `$${v}` : 'None') },
}

/** Name, limits and price of an automation. */
export function StaffSettingsDialog({ automation: a, onClose }: { automation: Automation; onClose: () => void }) {
  const money = a.can.setPrice
  return (
    <EditDialog
      title="Settings of the automation"
      description={a.name}
      of={a}
      formOf={formOf}
      words={words}
      save={(typed, from) => {
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
        if (Object.keys(bad).length > 0) return bad
        return () => client.automations.edit({ id: from.id, version: from.version, ...fields })
      }}
      onClose={onClose}
    >
      {({ form, set, errors, wrong }) => (
        <>
          <Field label="Name" required {...wrong('name')}>
            <TextInput
              maxLength={100}
              value={form.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
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
        </>
      )}
    </EditDialog>
  )
}
