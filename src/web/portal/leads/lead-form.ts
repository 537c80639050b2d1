// What the forms about a lead share: from the lead to the fields and back.
import type { Difference } from '../../ui/conflict-view.tsx'
import type { Lead } from './model.ts'

export type FactsForm = { name: string; organization: string; email: string; phone: string; tags: string }
export type Facts = {
  name: string | null
  organization: string | null
  email: string | null
  phone: string | null
  tags: string[]
}

/** Names of the fields as they stand in the form. */
export const factLabels: Record<keyof Facts, string> = {
  name: 'Name',
  organization: 'Company',
  email: 'Email',
  phone: 'Phone',
  tags: 'Tags',
}

/** The tags of a line of text: between commas, each once. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** A lead as the form begins with it. */
export const formOf = (lead: Lead): FactsForm => ({
  name: lead.name ?? '',
  organization: lead.organization ?? '',
  email: lead.email ?? '',
  phone: lead.phone ?? '',
  tags: lead.tags.join(', '),
})

/** What a form says. */
export const factsOf = (form: FactsForm): Facts => ({
  name: form.name.trim() || null,
  organization: form.organization.trim() || null,
  email: form.email.trim() || null,
  phone: form.phone.trim() || null,
  tags: tagsOf(form.tags),
})

const told = (value: Facts[keyof Facts]) => (Array.isArray(value) ? value.join(', ') : (value ?? ''))

/** What the form changes about the lead that it began with. */
export function changesOf(base: Lead, form: FactsForm): Partial<Facts> {
  const wanted = factsOf(form)
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => told(value) !== told(base[key as keyof Facts])),
  ) as Partial<Facts>
}

/** What they changed and what I wanted, field by field. */
export function differences(base: Lead, theirs: Lead, mine: Partial<Facts>): Difference[] {
  return (Object.keys(factLabels) as (keyof Facts)[]).flatMap((key) => {
    const [before, now] = [told(base[key]), told(theirs[key])]
    const wanted = key in mine ? told(mine[key] ?? null) : undefined
    if (before === now && wanted === undefined) return []
    return {
      name: factLabels[key],
      before: before || 'Empty',
      theirs: now || 'Empty',
      mine: wanted === '' ? 'Empty' : wanted,
      both: now !== before && wanted !== undefined && wanted !== now,
    }
  })
}

const FREE = /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|me|aol|gmx|proton|protonmail|web|mail|zoho)\./i

/** The domain of an address, where it is likely the company's own. */
export function ownDomain(email: string | null): string | undefined {
  const domain = email?.split('@')[1]
  return domain && !FREE.test(domain) ? domain : undefined
}

/** How a company that comes of a lead is likely called, and where its pages are. */
export function companyOf(lead: Pick<Lead, 'name' | 'organization' | 'email' | 'phone'>) {
  const domain = ownDomain(lead.email)
  return {
    name: lead.organization ?? domain ?? lead.name ?? '',
    website: domain ? `https://${domain}` : '',
    phone: lead.phone ?? '',
  }
}
