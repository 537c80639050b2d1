// Declares each field of a company's profile: its place among the facts, its form control and its text in a conflict.
// Controls are only named here. form-rows.tsx and company-form.tsx implement them.

import { Globe, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatZone } from '../../ui/forms/time-zones.ts'
import { Badge } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { formatWeekHours } from '../../ui/text/week-hours.ts'
import type { Control } from '../platform/forms/form-rows.tsx'
import type { BusinessHours, Company } from './model.ts'

type Edit<Value> = {
  control: Control
  /** The row in the form. Fields with the same row are side by side. */
  row: number
  /** The label in the form, if it differs from the field's label. */
  label?: string
  hint?: string
  /** Returns the initial form value. */
  form: (company: Company) => Value
  /** Formats a value for the comparison of two versions. */
  say: (value: Value) => string
}
type ProfileField<Value> = {
  label: string
  /** Shows the field among the facts, ordered by `place`. Null is shown as "Not provided". */
  fact?: { place: number; wide?: true; show: (company: Company) => ReactNode }
  edit?: Edit<Value>
}
const field = <Value = never>(declared: ProfileField<Value>) => declared

const sayText = (typed: string) => typed.trim() || 'Empty'
const link = 'rounded-sm underline decoration-edge underline-offset-4 hover:decoration-current'

function Lined({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex gap-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted">
      {icon}
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </span>
  )
}

/** The fields of a company's profile, in the order in which a conflict lists them. */
export const profileFields = {
  name: field({
    label: 'Name',
    edit: {
      control: {
        is: 'text',
        max: 200,
        missing: 'Enter a company name.',
        input: { autoComplete: 'organization' },
      },
      row: 1,
      label: 'Company name',
      form: (c): string => c.name,
      say: sayText,
    },
  }),
  phone: field({
    label: 'Phone',
    fact: {
      place: 1,
      show: ({ phone }) =>
        phone && (
          <Lined icon={<Phone aria-hidden />}>
            {/\d/.test(phone) ? (
              <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={link}>
                {phone}
              </a>
            ) : (
              phone
            )}
          </Lined>
        ),
    },
    edit: {
      control: { is: 'text', max: 50, input: { type: 'tel', autoComplete: 'tel' } },
      row: 2,
      form: (c): string => c.phone ?? '',
      say: sayText,
    },
  }),
  website: field({
    label: 'Website',
    fact: {
      place: 2,
      show: ({ website }) =>
        website && (
          <Lined icon={<Globe aria-hidden />}>
            {/^https?:\/\//i.test(website) ? (
              <a href={website} target="_blank" rel="noreferrer noopener" className={link}>
                {website.replace(/^https?:\/\//, '')}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            ) : (
              website
            )}
          </Lined>
        ),
    },
    edit: {
      control: {
        is: 'text',
        max: 300,
        input: { inputMode: 'url', autoCapitalize: 'none', autoComplete: 'url', placeholder: 'northgate.example' },
      },
      row: 2,
      form: (c): string => c.website ?? '',
      say: sayText,
    },
  }),
  address: field({
    label: 'Address',
    fact: {
      place: 3,
      show: ({ address }) =>
        address && (
          <Lined icon={<MapPin aria-hidden />}>
            <span className="whitespace-pre-line">{address}</span>
          </Lined>
        ),
    },
    edit: {
      control: { is: 'area', max: 500, rows: 2, autoComplete: 'street-address' },
      row: 3,
      form: (c): string => c.address ?? '',
      say: sayText,
    },
  }),
  /** Shown above the facts. */
  description: field({
    label: 'Description',
    edit: {
      control: { is: 'area', max: 2_000, rows: 3 },
      row: 4,
      hint: 'Describe what you do and who your customers are. This helps us recommend what fits.',
      form: (c): string => c.description ?? '',
      say: sayText,
    },
  }),
  timeZone: field({
    label: 'Time zone',
    edit: {
      control: { is: 'chosen' },
      row: 6,
      hint: 'Used for your business hours.',
      form: (c): string | null => c.timeZone,
      say: (zone) => sayText(zone ?? ''),
    },
  }),
  tools: field({
    label: 'Tools in use',
    fact: {
      place: 5,
      wide: true,
      show: ({ tools }) =>
        tools.length > 0 && (
          <ul className="flex flex-wrap gap-1.5">
            {tools.map((tool) => (
              <li key={tool} className="max-w-full">
                <Badge>{tool}</Badge>
              </li>
            ))}
          </ul>
        ),
    },
    edit: {
      control: { is: 'chosen' },
      row: 5,
      hint: 'Your PSA, RMM, documentation, backup and billing tools. Search, or type a name and press Enter.',
      form: (c): string[] => c.tools,
      say: (tools) => tools.join(', ') || 'None',
    },
  }),
  businessHours: field({
    label: 'Business hours',
    fact: {
      place: 4,
      show: ({ businessHours, timeZone }) =>
        businessHours ? (
          <>
            {formatWeekHours(businessHours).map((line) => (
              <span key={line} className="tabular block">
                {line}
              </span>
            ))}
            {timeZone && <span className="block text-muted">{formatZone(timeZone)}</span>}
          </>
        ) : (
          <span className="text-muted">Default business hours{timeZone && `, ${formatZone(timeZone)}`}</span>
        ),
    },
    edit: {
      control: { is: 'chosen' },
      row: 7,
      form: (c): BusinessHours | null => c.businessHours,
      say: (week) => (week ? formatWeekHours(week).join('; ') : 'Default business hours'),
    },
  }),
  createdAt: field({
    label: 'Customer since',
    fact: { place: 6, show: (c) => <RelativeTime iso={c.createdAt} /> },
  }),
}

type Declared = typeof profileFields
type EditKey = {
  [K in keyof Declared]: Declared[K] extends ProfileField<infer V> ? ([V] extends [never] ? never : K) : never
}[keyof Declared]
/** The form values by field. */
export type CompanyForm = { [K in EditKey]: Declared[K] extends ProfileField<infer V> ? V : never }

// biome-ignore lint/suspicious/noExplicitAny: fields have different value types
const all = Object.entries(profileFields) as [string, ProfileField<any>][]
/** The fields that can be edited, with their labels in a conflict. */
export const edited = all.flatMap(([key, { label, edit }]) => (edit ? [{ key: key as EditKey, label, edit }] : []))
/** The form fields in their order. */
export const editableProfileFields = edited
  .map(({ key, label, edit }) => ({ key, label: edit.label ?? label, edit }))
  .sort((a, b) => a.edit.row - b.edit.row)
/** The facts of a profile in their order. */
export const facts = all
  .flatMap(([key, { label, fact }]) => (fact ? [{ key, label, ...fact }] : []))
  .sort((a, b) => a.place - b.place)
