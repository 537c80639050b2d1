import type { Difference } from '../../ui/conflict-view.tsx'
import { compareField } from '../platform/forms/merge-form.ts'
import { type Typed, termChoices } from './form-model.ts'
import { agreementTypeLabels, type Type } from './model.ts'

type Form = { name: string; type: Type; source: string; summary?: string; typed: Typed }
const labels: Record<keyof Typed, string> = {
  startsOn: 'Start date',
  endsOn: 'End date',
  renewal: 'At the end of the term',
  renewalMonths: 'Renews for',
  noticeDays: 'Notice period',
  hourlyRate: 'Hourly rate',
  overage: 'When no hours are left',
  overagePercent: 'Maximum overage, percent',
  roundingIncrement: 'Round up to',
  roundingMinimum: 'Minimum time',
  roundingPer: 'Round',
  afterHours: 'After-hours rate',
  coversTime: 'Price covers our time',
  slaPolicyId: 'SLA policy',
  paymentDays: 'Invoices due after',
  hours: 'Hours',
  price: 'Price',
  billingPoint: 'Invoiced',
  validMonths: 'Valid for',
  monthlyHours: 'Monthly hours',
  monthlyPrice: 'Monthly price',
  rollover: 'Unused hours',
  rolloverCap: 'Maximum rollover',
}
const words = (text: string) => `${text.split(/\s+/).filter(Boolean).length.toLocaleString('en-US')} words`

/**
 * Lists the fields of an agreement or a template that differ between the base, their version and my version, as text.
 * `levels` are the service level policies, for their names.
 */
export function compareAgreements(
  before: Form,
  theirs: Form,
  mine: Form,
  levels: readonly { id: string; name: string }[],
): Difference[] {
  const formatTerm = (key: keyof Typed, value: Typed[keyof Typed]): string => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    if (key === 'slaPolicyId' && value) return levels.find((level) => level.id === value)?.name ?? 'Another policy'
    const choices: Partial<Record<string, string>> =
      key in termChoices ? termChoices[key as keyof typeof termChoices] : {}
    return choices[value] ?? value
  }
  return [
    ...compareField('Name', [before.name, theirs.name, mine.name]),
    ...compareField('Type', [before.type, theirs.type, mine.type], (type) => agreementTypeLabels[type]),
    ...(Object.keys(labels) as (keyof Typed)[]).flatMap((key) =>
      compareField(labels[key], [before.typed[key], theirs.typed[key], mine.typed[key]], (value) =>
        formatTerm(key, value),
      ),
    ),
    ...compareField('What changes and why', [before.summary ?? '', theirs.summary ?? '', mine.summary ?? '']),
    // Two changed texts can have the same number of words, so the label says "changed".
    ...compareField('Text', [before.source, theirs.source, mine.source], (source) =>
      source === before.source ? words(source) : `${words(source)}, changed`,
    ),
  ]
}
