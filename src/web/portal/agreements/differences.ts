import type { Difference } from '../../ui/conflict-view.tsx'
import type { Typed } from './form-model.ts'
import { type Type, typeLabels } from './model.ts'

type Form = { name: string; type: Type; source: string; summary: string; typed: Typed }
const labels: Record<keyof Typed, string> = {
  startsOn: 'First day',
  endsOn: 'Last day',
  renewal: 'At its end',
  renewalMonths: 'Renews for',
  noticeDays: 'Notice',
  hourlyRate: 'Hourly rate',
  overage: 'No hours left',
  overagePercent: 'At most, percent',
  roundingIncrement: 'Rounded up to',
  roundingMinimum: 'At least',
  roundingPer: 'Rounded',
  afterHours: 'After hours',
  coversTime: 'Covers time',
  slaPolicyId: 'Service level',
  paymentDays: 'Due after',
  hours: 'Hours',
  price: 'Price',
  billingPoint: 'Invoiced',
  validMonths: 'Valid for',
  monthlyHours: 'Hours a month',
  monthlyPrice: 'Price a month',
  rollover: 'Unused hours',
  rolloverCap: 'At most',
}
const say = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value ?? '').replaceAll('_', ' ') || 'Empty'
const length = (text: string) => `${text.split(/\s+/).filter(Boolean).length.toLocaleString('en-US')} words`

/** What both changed of an agreement, in words: theirs and mine against what I began from. */
export function differences(before: Form, theirs: Form, mine: Form): Difference[] {
  const row = (name: string, was: string, their: string, my: string, show = say): Difference[] =>
    was === their && was === my
      ? []
      : [
          {
            name,
            before: show(was),
            theirs: show(their),
            mine: was === my ? undefined : show(my),
            both: was !== their && was !== my && their !== my,
          },
        ]
  return [
    ...row('Name', before.name, theirs.name, mine.name),
    ...row('Type', typeLabels[before.type], typeLabels[theirs.type], typeLabels[mine.type]),
    ...(Object.keys(labels) as (keyof Typed)[]).flatMap((key) =>
      row(labels[key], say(before.typed[key]), say(theirs.typed[key]), say(mine.typed[key])),
    ),
    ...row('What changes', before.summary, theirs.summary, mine.summary),
    // Two texts differ by words, not by length: what is shown tells them apart all the same.
    ...row('Text', before.source, theirs.source, mine.source, (text) => `${length(String(text))}, changed`).map(
      (r) => ({
        ...r,
        theirs: theirs.source === before.source ? r.before : r.theirs,
      }),
    ),
  ]
}
