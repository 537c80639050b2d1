import { everyone } from '../../contract/base.ts'
import { ClientFilter, ContactFilter } from '../../contract/contacts.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { filteredClients, filteredContacts, orderValue } from './filter.ts'

/** `GET /contacts.csv` with the filters of the list. Its head is one that the import understands. */
export const exportContacts = csvRoute({
  path: '/contacts.csv',
  roles: everyone,
  tag: 'contacts',
  operationId: 'contacts.export',
  summary: 'The contacts that pass the filters of the list, as CSV',
  filter: ContactFilter,
  head: [
    'Name',
    'Email',
    'Phone',
    'Title',
    'Client',
    'Notes',
    'Company',
    'Source',
    'Mail came back',
    'Archived',
    'Created',
    'Changed',
  ],
  page: (db, _actor, filter, after, limit) => filteredContacts(db, filter, after, limit).select('t.notes').execute(),
  cells: (r) => [
    r.full_name,
    r.email,
    r.phone,
    r.title,
    r.client,
    r.notes,
    r.company,
    r.source,
    r.held?.since,
    r.archived_at,
    r.created_at,
    r.updated_at,
  ],
  at: (r, filter) => ({ value: orderValue(filter.sort, r), id: r.id }),
})

/** `GET /clients.csv` with the filters of the list. */
export const exportClients = csvRoute({
  path: '/clients.csv',
  roles: everyone,
  tag: 'contacts',
  operationId: 'clients.export',
  summary: 'The end clients that pass the filters of the list, as CSV',
  filter: ClientFilter,
  head: [
    'Name',
    'Industry',
    'Website',
    'Phone',
    'Address',
    'Contacts',
    'Notes',
    'Company',
    'Archived',
    'Created',
    'Changed',
  ],
  page: (db, _actor, filter, after, limit) => filteredClients(db, filter, after, limit).select('t.notes').execute(),
  cells: (r) => [
    r.name,
    r.industry,
    r.website,
    r.phone,
    r.address,
    r.contacts,
    r.notes,
    r.company,
    r.archived_at,
    r.created_at,
    r.updated_at,
  ],
  at: (r, filter) => ({ value: orderValue(filter.sort, r), id: r.id }),
})
