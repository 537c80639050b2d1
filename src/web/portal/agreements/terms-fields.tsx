import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Checkbox, Field, Select, TextInput } from '../../ui/field.tsx'
import { levelsOptions } from './agreement-queries.ts'
import { has, type Typed } from './form-model.ts'
import type { Type } from './model.ts'

interface TermsFieldsProps {
  type: Type
  value: Typed
  onChange: (more: Partial<Typed>) => void
  /** What is wrong, by field. */
  errors: Partial<Record<string, string>>
  /** Of an amendment: what stays as it was signed. */
  locked?: boolean
}

/** Every term that a type has. */
export function TermsFields({ type, value, onChange, errors, locked }: TermsFieldsProps) {
  const { data: levels } = useQuery(levelsOptions())
  const line = (
    field: keyof Typed & string,
    label: string,
    more: { unit?: string; hint?: ReactNode; date?: boolean; required?: boolean; stays?: boolean } = {},
  ) =>
    has(type, value, field) && (
      <Field
        label={label}
        {...(more.required ? { required: true } : {})}
        {...(errors[field] ? { error: errors[field] } : {})}
        hint={more.stays && locked ? 'Stays as it was signed.' : more.hint}
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
  const choice = (field: keyof Typed & string, label: string, options: readonly [string, string][]) =>
    has(type, value, field) && (
      <Field label={label} {...(errors[field] ? { error: errors[field] } : {})}>
        <Select value={String(value[field])} onChange={(event) => onChange({ [field]: event.currentTarget.value })}>
          {options.map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
    )
  const covers = has(type, value, 'coversTime')
  return (
    <div className="flex flex-col gap-7">
      <Group title="Price">
        {line('hours', 'Hours', { required: true, unit: 'hours', stays: true })}
        {line('price', 'Price', { required: true, unit: 'USD', stays: true })}
        {choice('billingPoint', 'Invoiced', [
          ['signature', 'With the signature'],
          ['completion', 'When its last project is done'],
        ])}
        {line('validMonths', 'Valid for', { unit: 'months', hint: 'Empty: without an end.', stays: true })}
        {line('monthlyHours', 'Hours a month', { required: true, unit: 'hours' })}
        {line('monthlyPrice', 'Price a month', { required: true, unit: 'USD' })}
        {choice('rollover', 'Unused hours', [
          ['none', 'Expire at the month’s end'],
          ['capped', 'Some stay for one more month'],
          ['full', 'Stay until it ends'],
        ])}
        {line('rolloverCap', 'At most', { required: true, unit: 'hours' })}
        {line('hourlyRate', 'Hourly rate', { unit: 'USD', hint: 'For work beyond the hours.' })}
        {line('paymentDays', 'Invoices due after', { unit: 'days' })}
      </Group>
      <Group title="Term">
        {line('startsOn', 'First day', { date: true, hint: 'Empty: the day it is signed.', stays: true })}
        {line('endsOn', 'Last day', { date: true, hint: 'Empty: until somebody ends it.' })}
        {choice('renewal', 'At its end', [
          ['none', 'It is over'],
          ['automatic', 'It renews itself'],
        ])}
        {line('renewalMonths', 'Renews for', { unit: 'months' })}
        {line('noticeDays', 'Notice', { unit: 'days' })}
      </Group>
      <Group title="Time">
        {covers && (
          <div className="sm:col-span-2">
            <Checkbox
              label="The price covers our time"
              description="Work under this agreement draws on no hours."
              checked={value.coversTime}
              onChange={(event) => onChange({ coversTime: event.currentTarget.checked })}
            />
          </div>
        )}
        {line('roundingIncrement', 'Rounded up to', { unit: 'minutes' })}
        {line('roundingMinimum', 'At least', { unit: 'minutes' })}
        {choice('roundingPer', 'Rounded', [
          ['entry', 'Each piece of work'],
          ['ticket', 'All work on a ticket together'],
        ])}
        {line('afterHours', 'After hours counts', { unit: 'percent' })}
        {choice('overage', 'When no hours are left', [
          ['stop', 'Stop and ask'],
          ['bill', 'Go on, bill at the rate'],
          ['percent', 'Go on, up to a percentage'],
        ])}
        {line('overagePercent', 'At most', { unit: 'percent' })}
        <Field label="Service level" {...(errors.slaPolicyId ? { error: errors.slaPolicyId } : {})}>
          <Select value={value.slaPolicyId} onChange={(event) => onChange({ slaPolicyId: event.currentTarget.value })}>
            <option value="">The usual one of the company</option>
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
