import { everyone } from '../../contract/base.ts'
import { ClientFilter, ContactFilter } from '../../contract/contacts/index.ts'
import { buildCsv, getFileFields, getSortOrder } from '../platform/fields.ts'
import { csvRoute } from '../platform/http/csv-route.ts'
import { clientFields } from './clients/fields.ts'
import { contactFields } from './fields.ts'
import { filterClients, filterContacts } from './filter.ts'

const contactFile = getFileFields(contactFields, 'csv')
const clientFile = getFileFields(clientFields, 'csv')

/** Handles `GET /contacts.csv`, with the filters of the list. The import recognizes the header row. */
export const exportContacts = csvRoute({
  path: '/contacts.csv',
  roles: everyone,
  tag: 'contacts',
  operationId: 'contacts.export',
  summary: 'Export contacts that match the filters, as CSV',
  filter: ContactFilter,
  ...buildCsv(contactFile),
  page: (db, actor, filter, after, limit) =>
    filterContacts(db, actor, filter, after, limit).select(contactFile.selection).select('t.id').execute(),
  at: (row, filter) => ({ value: getSortOrder(contactFields, filter.sort).of(row), id: row.id }),
})

/** Handles `GET /clients.csv`, with the filters of the list. */
export const exportClients = csvRoute({
  path: '/clients.csv',
  roles: everyone,
  tag: 'contacts',
  operationId: 'clients.export',
  summary: 'Export clients that match the filters, as CSV',
  filter: ClientFilter,
  ...buildCsv(clientFile),
  page: (db, actor, filter, after, limit) =>
    filterClients(db, actor, filter, after, limit).select(clientFile.selection).select('t.id').execute(),
  at: (row, filter) => ({ value: getSortOrder(clientFields, filter.sort).of(row), id: row.id }),
})
