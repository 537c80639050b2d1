import { Field, Select, TextInput } from '../../../ui/forms/field.tsx'
import { formatCentsForInput, readCents } from '../../../ui/text/money-text.ts'
import { client } from '../../platform/data/api.ts'
import { type Automation, describeSchedule } from '../model.ts'
import { StaffEditDialog, type Words } from './edit-dialog.tsx'
import { IntervalField } from './interval-field.tsx'

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
  price: a.priceCents === null ? '' : formatCentsForInput(a.priceCents),
})
const models: Record<Model, string> = { monthly: 'Monthly', one_time: 'One-time', quote: 'On request' }
const words: Words<Form> = {
  name: { name: 'Name', say: String },
  minutesPerRun: { name: 'Minutes saved per run', say: (v) => `${v} min` },
  expectedMinutes: { name: 'Expected schedule', say: (v) => (v === null ? 'No schedule' : describeSchedule(v)) },
  alertPercent: { name: 'Alert threshold', say: (v) => `${v}%` },
  alertRuns: { name: 'Number of recent runs', say: String },
  priceModel: { name: 'Price model', say: (v) => models[v] },
  price: { name: 'Price', say: (v) => (v ? `$${v}` : 'None') },
}

/** Edits the name, limits and price of an automation. */
export function StaffSettingsDialog({ automation: a, onClose }: { automation: Automation; onClose: () => void }) {
  const money = a.can.setPrice
  return (
    <StaffEditDialog
      title="Automation settings"
      saveLabel="Save settings"
      description={a.name}
      of={a}
      formOf={formOf}
      words={words}
      save={(typed, from) => {
        const bad: Record<string, string> = {}
        const number = (key: 'minutesPerRun' | 'alertPercent' | 'alertRuns') => {
          if (!/^\d{1,4}$/.test(typed[key].trim())) bad[key] = 'Enter a whole number.'
          return Number(typed[key])
        }
        const cents = typed.priceModel === 'quote' ? null : readCents(typed.price)
        if (money && cents === undefined) bad.priceCents = 'Enter an amount, such as 49.'
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
            label="Minutes saved per run"
            required
            hint="Used for future runs that do not report their own time."
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
            <Field label="Alert threshold, % failed" required {...wrong('alertPercent')}>
              <TextInput
                inputMode="numeric"
                value={form.alertPercent}
                onChange={(event) => set({ alertPercent: event.currentTarget.value })}
              />
            </Field>
            <Field label="Number of recent runs" required {...wrong('alertRuns')}>
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
                label="Price model"
                hint="Shown to the partner. Changing it does not change what is billed."
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
                  label={form.priceModel === 'monthly' ? 'Price per month (USD)' : 'Price (USD)'}
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
    </StaffEditDialog>
  )
}
