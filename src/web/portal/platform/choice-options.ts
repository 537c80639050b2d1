// What companies and clients are found by their names with, in the filters of lists and in fields.
import type { COMPANY_KINDS } from '../../../contract/companies.ts'
import { api } from './api.ts'

const LIMIT = 20
const FRESH_MS = 2_000
const choices = (found: { items: { id: string; name: string }[] }) => found.items.map(({ id, name }) => ({ id, name }))

/** Companies whose name has this in it; without kinds all of them, the provider's own as well. */
export const companiesOptions = (q: string, kind?: (typeof COMPANY_KINDS)[number][]) =>
  api.companies.list.queryOptions({ input: { q: q || undefined, kind, limit: LIMIT }, select: choices })

/** Partners whose name has this in it. */
export const partnersOptions = (q: string) => companiesOptions(q, ['partner'])

/** Partners whose name has this in it, and those that wait for a name of their own. */
export const allPartnersOptions = (q: string) => companiesOptions(q, ['partner', 'placeholder'])

/** End clients whose name has this in it, of one company if one is given. */
export const clientsOptions = (q: string, company?: string) =>
  api.contacts.listClients.queryOptions({
    input: { q: q || undefined, company, limit: LIMIT },
    staleTime: FRESH_MS,
    select: choices,
  })
