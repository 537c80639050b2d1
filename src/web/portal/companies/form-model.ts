// The values of the profile form, and the comparison for conflicts. Pure.
import type { Difference } from '../../ui/conflict-view.tsx'
import type { Company } from './model.ts'
import { type CompanyForm, edited } from './profile-fields.tsx'

/** Returns the form values of a company. */
export const toCompanyForm = (company: Company): CompanyForm =>
  Object.fromEntries(edited.map(({ key, edit }) => [key, edit.form(company)])) as CompanyForm

/** Returns a text for comparing two values, regardless of key order. */
const toComparableText = (value: CompanyForm[keyof CompanyForm]): string =>
  typeof value === 'string'
    ? value.trim()
    : JSON.stringify(
        value && !Array.isArray(value) ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) : value,
      )

/** Returns the fields to send: those that differ from the version the form started from. */
export function listFormChanges(base: Company, form: CompanyForm): Partial<CompanyForm> {
  const before = toCompanyForm(base)
  return Object.fromEntries(
    edited.flatMap(({ key }) =>
      toComparableText(form[key]) === toComparableText(before[key]) ? [] : [[key, form[key]]],
    ),
  )
}

/** Lists the fields that differ between the base, their version and my changes, as text. */
export function compareCompanies(base: Company, theirs: Company, mine: Partial<CompanyForm>): Difference[] {
  const [was, now] = [toCompanyForm(base), toCompanyForm(theirs)]
  const merged = { ...now, ...mine }
  return edited
    .filter(({ key }) => toComparableText(was[key]) !== toComparableText(now[key]) || mine[key] !== undefined)
    .map(({ key, label, edit }) => ({
      name: label,
      before: edit.say(was[key]),
      theirs: edit.say(now[key]),
      mine: mine[key] === undefined ? undefined : edit.say(merged[key]),
      both:
        mine[key] !== undefined &&
        toComparableText(was[key]) !== toComparableText(now[key]) &&
        toComparableText(now[key]) !== toComparableText(merged[key]),
    }))
}
