// Query options that find companies and clients by name, for filters of lists and for form fields.
import type { COMPANY_KINDS } from '../../../../contract/companies/index.ts'
import { api } from '../data/api.ts'

const LIMIT = 20
const FRESH_MS = 2_000
const choices = (found: { items: { id: string; name: string }[] }) => found.items.map(({ id, name }) => ({ id, name }))

/** Companies whose name contains `q`. Without kinds, all of them, including the provider. */
export const companiesOptions = (q: string, kind?: (typeof COMPANY_KINDS)[number][]) =>
  api.companies.list.queryOptions({ input: { q: q || undefined, kind, limit: LIMIT }, select: choices })

/** Partners whose name contains `q`. */
export const partnersOptions = (q: string) => companiesOptions(q, ['partner'])

/** Partners whose name contains `q`, including placeholders, which have no name of their own yet. */
export const allPartnersOptions = (q: string) => companiesOptions(q, ['partner', 'placeholder'])

/** Clients whose name contains `q`, of one company if given. */
export const clientsOptions = (q: string, company?: string) =>
  api.contacts.listClients.queryOptions({
    input: { q: q || undefined, company, limit: LIMIT },
    staleTime: FRESH_MS,
    select: choices,
  })
