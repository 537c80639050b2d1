// The lists of contacts and clients as declared: of one company, of all of them, and the contacts of one client.
import { defineFilter, manyOf, oneOf, pick, type Source } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import { api } from '../platform/api.ts'
import { clientsOptions, companiesOptions } from '../platform/choice-options.ts'
import { companyOptions } from '../platform/company-options.ts'
import { clientOptions, importOptions, importsOptions } from './contact-queries.ts'
import { clientColumnsOf, contactColumnsOf } from './list-columns.tsx'
import type { ClientRow, ContactRow } from './model.ts'

const state = oneOf(
  'Status',
  [
    { value: 'archived', label: 'Archived' },
    { value: 'all', label: 'Active and archived' },
  ],
  // The views say it.
  { none: 'Active', hidden: () => true },
)
const views = [
  { key: 'active', label: 'Active', set: {} },
  { key: 'archived', label: 'Archived', set: { state: 'archived' as const } },
  { key: 'all', label: 'All', set: { state: 'all' as const }, everything: true },
]

const clients: Source = { find: clientsOptions, one: clientOptions }
const client = pick('Client', clients, {
  none: 'All clients',
  words: [{ value: 'none', label: 'No client' }],
  ofRow: (c: ContactRow) => c.client,
})
const company = pick(
  'Company',
  { find: companiesOptions, one: companyOptions },
  {
    none: 'All companies',
    ofRow: (c: ContactRow | ClientRow) => c.company,
  },
)
const source = manyOf('Source', [
  { value: 'manual', label: 'By hand' },
  { value: 'import', label: 'Import' },
])
const imports: Source = {
  whole: true,
  find: () => ({
    ...importsOptions(),
    select: (found: { items: { id: string; fileName: string }[] }) =>
      found.items.map(({ id, fileName }) => ({ id, name: fileName })),
  }),
  one: (id) => ({
    ...importOptions(id),
    select: (found: { id: string; fileName: string }) => ({ id: found.id, name: found.fileName }),
  }),
}
// Comes with a link from the import.
const fromImport = pick('Import', imports, { none: 'Any', hidden: () => true })
const mail = oneOf('Mail', [{ value: 'held', label: 'Came back' }], { none: 'Any' })

const contacts = {
  operation: api.contacts.list,
  noun: ['contact', 'contacts'],
  csv: '/contacts.csv',
  topics: ['contact', 'client'],
  views,
  searchHint: 'Names, titles, addresses, phone numbers and clients are searched.',
  row: {
    key: (c: ContactRow) => c.id,
    label: (c: ContactRow) => c.fullName,
    version: (c: ContactRow) => `${c.version} ${c.client?.name}`,
  },
} as const
const search = 'Search contacts'
const sorts = ['name', 'updated', 'created'] as const

/** The contacts of one's own company, or of one company on its page. */
export const ownContacts = defineList({
  ...contacts,
  key: 'contacts',
  columns: contactColumnsOf.own,
  cards: ['name', 'client', 'email', 'phone'],
  filter: defineFilter({ search, sorts, sort: 'name', fields: { client, source, mail, import: fromImport, state } }),
})

/** The contacts of all companies, for staff. */
export const allContacts = defineList({
  ...contacts,
  key: 'all-contacts',
  columns: contactColumnsOf.all,
  cards: ['name', 'client', 'company', 'email', 'phone'],
  filter: defineFilter({
    search,
    sorts,
    sort: 'name',
    fields: { company, client, source, mail, import: fromImport, state },
  }),
})

/** The contacts of one client, on its page. */
export const clientContacts = defineList({
  ...contacts,
  key: 'client-contacts',
  columns: contactColumnsOf.client,
  cards: ['name', 'email', 'phone'],
  filter: defineFilter({ search, sorts, sort: 'name', fields: { mail, state } }),
})

const clientList = {
  operation: api.contacts.listClients,
  noun: ['client', 'clients'],
  csv: '/clients.csv',
  topics: ['client', 'contact'],
  views,
  searchHint: 'Names, industries, websites, addresses and phone numbers are searched.',
  row: {
    key: (c: ClientRow) => c.id,
    label: (c: ClientRow) => c.name,
    href: (c: ClientRow) => `/clients/${c.id}`,
    version: (c: ClientRow) => `${c.version} ${c.contacts}`,
  },
} as const

/** The end clients of one's own company, or of one company on its page. */
export const ownClients = defineList({
  ...clientList,
  key: 'clients',
  columns: clientColumnsOf.own,
  cards: ['name', 'industry', 'contacts', 'phone'],
  filter: defineFilter({ search: 'Search clients', sorts, sort: 'name', fields: { state } }),
})

/** The end clients of all companies, for staff. */
export const allClients = defineList({
  ...clientList,
  key: 'all-clients',
  columns: clientColumnsOf.all,
  cards: ['name', 'company', 'industry', 'contacts'],
  filter: defineFilter({ search: 'Search clients', sorts, sort: 'name', fields: { company, state } }),
})
