// The lists of contacts and clients: of one company, of all companies, and the contacts of one client.
import { defineFilter } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import { api } from '../platform/data/api.ts'
import { clientColumns, clientFilters } from './client-fields.tsx'
import { contactColumns, contactFilters } from './fields.tsx'
import type { ClientRow, ContactRow } from './model.ts'

const views = [
  { key: 'active', label: 'Active', set: {} },
  { key: 'archived', label: 'Archived', set: { state: 'archived' as const } },
  { key: 'all', label: 'All', set: { state: 'all' as const }, everything: true },
]

const { company, ...contactsOfOne } = contactFilters
const { client: _, source: __, import: ___, ...contactsOfClient } = contactsOfOne
const { company: companyOfClient, ...clientsOfOne } = clientFilters

const contacts = {
  operation: api.contacts.list,
  noun: ['contact', 'contacts'],
  csv: '/contacts.csv',
  topics: ['contact', 'client'],
  views,
  searchHint: 'Searches names, titles, email addresses, phone numbers and clients.',
  row: {
    key: (c: ContactRow) => c.id,
    label: (c: ContactRow) => c.fullName,
    version: (c: ContactRow) => `${c.version} ${c.client?.name} ${c.mail?.state}`,
  },
} as const
const search = 'Search contacts'
const sorts = ['name', 'updated', 'created'] as const

/** The contacts of the user's own company, or of one company on its page. */
export const ownContacts = defineList({
  ...contacts,
  key: 'contacts',
  columns: contactColumns('own'),
  cards: ['name', 'client', 'email', 'phone'],
  filter: defineFilter({ search, sorts, sort: 'name', fields: contactsOfOne }),
})

/** The contacts of all companies, for staff. */
export const allContacts = defineList({
  ...contacts,
  key: 'all-contacts',
  columns: contactColumns('all'),
  cards: ['name', 'client', 'company', 'email', 'phone'],
  filter: defineFilter({
    search,
    sorts,
    sort: 'name',
    fields: { company, ...contactsOfOne },
  }),
})

/** The contacts of one client, on its page. */
export const clientContacts = defineList({
  ...contacts,
  key: 'client-contacts',
  columns: contactColumns('client'),
  cards: ['name', 'email', 'phone'],
  filter: defineFilter({ search, sorts, sort: 'name', fields: contactsOfClient }),
})

const clientList = {
  operation: api.contacts.listClients,
  noun: ['client', 'clients'],
  csv: '/clients.csv',
  topics: ['client', 'contact'],
  views,
  searchHint: 'Searches names, industries, websites, addresses and phone numbers.',
  row: {
    key: (c: ClientRow) => c.id,
    label: (c: ClientRow) => c.name,
    href: (c: ClientRow) => `/clients/${c.id}`,
    version: (c: ClientRow) => `${c.version} ${c.contacts}`,
  },
} as const

/** The clients of the user's own company, or of one company on its page. */
export const ownClients = defineList({
  ...clientList,
  key: 'clients',
  columns: clientColumns('own'),
  cards: ['name', 'industry', 'contacts', 'phone'],
  filter: defineFilter({ search: 'Search clients', sorts, sort: 'name', fields: clientsOfOne }),
})

/** The clients of all companies, for staff. */
export const allClients = defineList({
  ...clientList,
  key: 'all-clients',
  columns: clientColumns('all'),
  cards: ['name', 'company', 'industry', 'contacts'],
  filter: defineFilter({
    search: 'Search clients',
    sorts,
    sort: 'name',
    fields: { company: companyOfClient, ...clientsOfOne },
  }),
})
