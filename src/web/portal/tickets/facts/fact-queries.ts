// Query options for the choices in a ticket's fields and for its facts.
import { api } from '../../platform/data/api.ts'
import { formatAgreementName } from './labels.ts'

const CHOICES = 20
const FRESH_MS = 10_000

const named = ({ id, name }: { id: string; name: string }) => ({ id, name })

/** Returns query options for one client. */
export const clientNameOptions = (id: string) => api.contacts.getClient.queryOptions({ input: { id }, select: named })

/** Returns query options for contacts that match `q`, limited to one company and one client if given. */
export const contactChoices = (q: string, company?: string, client?: string) =>
  api.contacts.list.queryOptions({
    input: { q: q || undefined, company, client, limit: CHOICES },
    staleTime: FRESH_MS,
    select: (found) => found.items.map((c) => ({ id: c.id, name: c.fullName })),
  })
/** Returns query options for one contact. */
export const contactNameOptions = (id: string) =>
  api.contacts.get.queryOptions({ input: { id }, select: (c) => ({ id: c.id, name: c.fullName }) })

type Agreement = { id: string; number: number; name: string }
const agreed = (a: Agreement) => ({ id: a.id, name: formatAgreementName(a) })
/**
 * Returns query options for active agreements whose number, name or company matches `q`, limited to one company if
 * given.
 */
export const agreementChoices = (q: string, company?: string) =>
  api.agreements.list.queryOptions({
    input: { q: q || undefined, company, status: ['active'], limit: CHOICES },
    staleTime: FRESH_MS,
    select: (found) => found.items.map(agreed),
  })
/** Returns query options for one agreement. */
export const agreedTermsOptions = (id: string) => api.agreements.get.queryOptions({ input: { id }, select: agreed })

/** Returns query options for automations whose name or company contains `q`, limited to one company if given. */
export const automationChoices = (q: string, company?: string) =>
  api.automations.list.queryOptions({
    input: { q: q || undefined, company, limit: CHOICES },
    staleTime: FRESH_MS,
    select: (found) => found.items.map(named),
  })
/** Returns query options for one automation. */
export const automationNameOptions = (id: string) => api.automations.get.queryOptions({ input: { id }, select: named })

/** Returns query options for active users whose name or email matches `q`, limited to one company if given. */
export const userChoices = (q: string, company?: string) =>
  api.people.list.queryOptions({
    input: { q: q || undefined, company, status: ['active'], limit: CHOICES },
    staleTime: FRESH_MS,
    select: (found) => found.items.map((u) => ({ id: u.id, name: u.name ?? u.email })),
  })
/** Returns query options for one user. */
export const userNameOptions = (id: string) =>
  api.people.get.queryOptions({ input: { id }, select: (u) => ({ id: u.id, name: u.name ?? u.email }) })

/** Returns query options for tags in use that begin with `q`. */
export const tagChoices = (q: string, company?: string) =>
  api.tickets.tags.queryOptions({
    input: { q: q || undefined, company },
    staleTime: FRESH_MS,
    select: (found) => found.items.map(({ tag }) => ({ id: tag, name: tag })),
  })

/** Returns query options for tickets that match a number or words, to merge into or link with. */
export const ticketChoices = (q: string, company?: string) =>
  api.tickets.list.queryOptions({
    input: { q: q || undefined, company, limit: 8 },
    staleTime: FRESH_MS,
    select: (found) => found.items,
  })
