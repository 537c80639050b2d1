// Shared by the lead forms: converts leads to form values and back.
import type { Difference } from '../../../ui/conflict-view.tsx'
import { editableLeadFields, type FactValues } from '../fields.tsx'
import type { Lead } from '../model.ts'

/** The form values as text. */
export type FactsForm = Record<keyof FactValues, string>

/** The values of an empty form. */
export const emptyForm = Object.fromEntries(editableLeadFields.map(({ key }) => [key, ''])) as FactsForm

/** Returns the form values of a lead. */
export const toLeadForm = (lead: FactValues): FactsForm =>
  Object.fromEntries(editableLeadFields.map(({ key, edit }) => [key, edit.text(lead[key])])) as FactsForm

/** Converts form values to API input. */
export const toLeadInput = (form: FactsForm): FactValues =>
  Object.fromEntries(editableLeadFields.map(({ key, edit }) => [key, edit.value(form[key])])) as FactValues

/** Returns the values that differ from the lead that the form started from. */
export function listLeadChanges(base: FactValues, form: FactsForm): Partial<FactValues> {
  const wanted = toLeadInput(form)
  const [before, after] = [toLeadForm(base), toLeadForm(wanted)]
  return Object.fromEntries(
    editableLeadFields.flatMap(({ key }) => (before[key] === after[key] ? [] : [[key, wanted[key]]])),
  ) as Partial<FactValues>
}

/** Lists the fields that differ between the base, their version and my changes. */
export function compareLeads(base: FactValues, theirs: FactValues, mine: Partial<FactValues>): Difference[] {
  return editableLeadFields.flatMap(({ key, label, edit }) => {
    const [before, now] = [edit.text(base[key]), edit.text(theirs[key])]
    const wanted = key in mine ? edit.text(mine[key]) : undefined
    if (before === now && wanted === undefined) return []
    return {
      name: label,
      before: before || 'Empty',
      theirs: now || 'Empty',
      mine: wanted === '' ? 'Empty' : wanted,
      both: now !== before && wanted !== undefined && wanted !== now,
    }
  })
}

const FREE = /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|me|aol|gmx|proton|protonmail|web|mail|zoho)\./i

/** Returns the domain of an email address, unless it is a public mail provider. */
function getOwnDomain(email: string | null): string | undefined {
  const domain = email?.split('@')[1]
  return domain && !FREE.test(domain) ? domain : undefined
}

/** Suggests the name, website and phone number of a company created from a lead. */
export function suggestCompany(lead: Pick<Lead, 'name' | 'organization' | 'email' | 'phone'>) {
  const domain = getOwnDomain(lead.email)
  return {
    name: lead.organization ?? domain ?? lead.name ?? '',
    website: domain ? `https://${domain}` : '',
    phone: lead.phone ?? '',
  }
}
