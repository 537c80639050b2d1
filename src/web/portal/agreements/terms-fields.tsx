import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Checkbox, Field, Select, TextInput } from '../../ui/forms/field.tsx'
import { levelsOptions } from './agreement-queries.ts'
import { hasTermField, type Typed, termChoices } from './form-model.ts'
import type { Type } from './model.ts'

interface TermsFieldsProps {
  type: Type
  value: Typed
  onChange: (more: Partial<Typed>) => void
  /** Error messages by field. */
  errors: Partial<Record<string, string>>
  /** Locks the terms that an amendment cannot change. */
  locked?: boolean
}

/** The form fields for every term that a type has. */
export function TermsFields({ type, value, onChange, errors, locked }: TermsFieldsProps) {
  const { data: levels } = useQuery(levelsOptions())
  const line = (
    field: keyof Typed & string,
    label: string,
    more: { unit?: string; hint?: ReactNode; date?: boolean; required?: boolean; stays?: boolean } = {},
  ) =>
    hasTermField(type, value, field) && (
      <Field
        label={label}
        {...(more.required ? { required: true } : {})}
        {...(errors[field] ? { error: errors[field] } : {})}
        hint={more.stays && locked ? 'Can’t be changed after signing.' : more.hint}
      >
        <span className="relative block">
          <TextInput
            {...(more.date ? { type: 'date' } : { inputMode: 'decimal' as const })}
            className={more.date ? '[color-scheme:dark]' : more.unit ? 'pr-20' : ''}
            readOnly={more.stays && locked}
            value={String(value[field])}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          />
          {more.unit && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted text-xs"
            >
              {more.unit}
            </span>
          )}
        </span>
      </Field>
    )
  const choice = (field: keyof typeof termChoices, label: string) =>
    hasTermField(type, value, field) && (
      <Field label={label} {...(errors[field] ? { error: errors[field] } : {})}>
        <Select value={String(value[field])} onChange={(event) => onChange({ [field]: event.currentTarget.value })}>
          {Object.entries(termChoices[field]).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
    )
  const covers = hasTermField(type, value, 'coversTime')
  return (
    <div className="flex flex-col gap-7">
      <Group title="Price">
        {line('hours', 'Hours', { required: true, unit: 'hours', stays: true })}
        {line('price', 'Price', { required: true, unit: 'USD', stays: true })}
        {choice('billingPoint', 'Invoiced')}
        {line('validMonths', 'Valid for', { unit: 'months', hint: 'Leave empty for no expiration.', stays: true })}
        {line('monthlyHours', 'Monthly hours', { required: true, unit: 'hours' })}
        {line('monthlyPrice', 'Monthly price', { required: true, unit: 'USD' })}
        {choice('rollover', 'Unused hours')}
        {line('rolloverCap', 'Maximum rollover', { required: true, unit: 'hours' })}
        {line('hourlyRate', 'Hourly rate', { unit: 'USD', hint: 'For work beyond the included hours.' })}
        {line('paymentDays', 'Invoices due after', { unit: 'days' })}
      </Group>
      <Group title="Term">
        {line('startsOn', 'Start date', { date: true, hint: 'Leave empty for the day it is signed.', stays: true })}
        {line('endsOn', 'End date', { date: true, hint: 'Leave empty for no end date.' })}
        {choice('renewal', 'At the end of the term')}
        {line('renewalMonths', 'Renews for', { unit: 'months' })}
        {line('noticeDays', 'Notice period', { unit: 'days' })}
      </Group>
      <Group title="Time">
        {covers && (
          <div className="sm:col-span-2">
            <Checkbox
              label="The price covers our time"
              description="Work under this agreement doesn’t use any hours."
              checked={value.coversTime}
              onChange={(event) => onChange({ coversTime: event.currentTarget.checked })}
            />
          </div>
        )}
        {line('roundingIncrement', 'Round up to', { unit: 'minutes' })}
        {line('roundingMinimum', 'Minimum time', { unit: 'minutes' })}
        {choice('roundingPer', 'Round')}
        {line('afterHours', 'After-hours rate', { unit: 'percent' })}
        {choice('overage', 'When no hours are left')}
        {line('overagePercent', 'Maximum overage', { unit: 'percent' })}
        <Field label="SLA policy" {...(errors.slaPolicyId ? { error: errors.slaPolicyId } : {})}>
          <Select value={value.slaPolicyId} onChange={(event) => onChange({ slaPolicyId: event.currentTarget.value })}>
            <option value="">Company default</option>
            {levels?.items.map((p) => (
              <option key={p.id} value={p.id}>
                {p.name}
              </option>
            ))}
          </Select>
        </Field>
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold text-sm">{title}</legend>
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}
