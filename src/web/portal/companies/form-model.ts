// The form of a company's profile, and what to do when somebody else saved meanwhile. Pure.
import type { Difference } from '../../ui/conflict-view.tsx'
import { hoursInWords } from './hours.ts'
import type { BusinessHours, Company } from './model.ts'

export type CompanyForm = {
  name: string
  phone: string
  website: string
  address: string
  description: string
  timeZone: string | null
  tools: string[]
  businessHours: BusinessHours | null
}

/** The form for a company as it is. */
export const formOf = (c: Company): CompanyForm => ({
  name: c.name,
  phone: c.phone ?? '',
  website: c.website ?? '',
  address: c.address ?? '',
  description: c.description ?? '',
  timeZone: c.timeZone,
  tools: c.tools,
  businessHours: c.businessHours,
})

const ordered = (week: BusinessHours | null) => week && Object.entries(week).toSorted(([a], [b]) => (a < b ? -1 : 1))
const told = (key: keyof CompanyForm, form: CompanyForm): string => {
  const value = form[key]
  if (typeof value === 'string') return value.trim()
  return JSON.stringify(key === 'businessHours' ? ordered(form.businessHours) : value)
}
const keys: readonly (keyof CompanyForm)[] = [
  'name',
  'phone',
  'website',
  'address',
  'description',
  'timeZone',
  'tools',
  'businessHours',
]

/** What the API is told: only what differs from the company that was on the screen. */
export function changesOf(base: Company, form: CompanyForm): Partial<CompanyForm> {
  const before = formOf(base)
  return Object.fromEntries(keys.filter((key) => told(key, form) !== told(key, before)).map((key) => [key, form[key]]))
}

/** A field of the form, in the words of its label. */
export const fieldLabels: Record<keyof CompanyForm, string> = {
  name: 'Name',
  phone: 'Phone',
  website: 'Website',
  address: 'Address',
  description: 'Description',
  timeZone: 'Time zone',
  tools: 'Tools in use',
  businessHours: 'Business hours',
}

/** A field's value as people read it. */
export function inWords(key: keyof CompanyForm, form: CompanyForm): string {
  const value = form[key]
  if (key === 'businessHours') return form.businessHours ? hoursInWords(form.businessHours).join('; ') : 'Usual hours'
  if (Array.isArray(value)) return value.join(', ') || 'None'
  return String(value ?? '').trim() || 'Empty'
}

/** What somebody else saved and what I want to save, field by field, in words. */
export function differences(base: Company, theirs: Company, mine: Partial<CompanyForm>): Difference[] {
  const [was, now] = [formOf(base), formOf(theirs)]
  return keys
    .filter((key) => told(key, was) !== told(key, now) || mine[key] !== undefined)
    .map((key) => {
      const wish = { ...now, ...mine }
      return {
        name: fieldLabels[key],
        before: inWords(key, was),
        theirs: inWords(key, now),
        mine: mine[key] === undefined ? undefined : inWords(key, wish),
        both: mine[key] !== undefined && told(key, was) !== told(key, now) && told(key, now) !== told(key, wish),
      }
    })
}
