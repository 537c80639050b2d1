// All fields of a client, in CSV column order, and how each is selected, shown, filtered, sorted, exported and
// changed. Lists, CSV, the company export, new clients and edits use these definitions.
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { ClientFilter } from '../../../contract/contacts/index.ts'
import type { Clients } from '../../platform/database/db.types.ts'
import { defineFields, equals, fieldOf } from '../../platform/fields.ts'
import { archivedOrNot, companyName } from '../shared-fields.ts'

const field = fieldOf<Selectable<Clients>, z.infer<typeof ClientFilter>>()

/** The fields of a client. */
export const clientFields = defineFields('t', {
  id: field({ label: 'ID', columns: ['id'], present: (r) => r.id, export: { only: 'company' } }),
  name: field({
    label: 'Name',
    columns: ['name', 'name_key'],
    present: (r) => r.name,
    sort: { name: { by: sql.ref('t.name_key'), kind: 'text', of: (r) => r.name_key } },
    export: {},
    write: { by: 'everyone', column: 'name' },
  }),
  industry: field({
    label: 'Industry',
    columns: ['industry'],
    present: (r) => r.industry,
    export: {},
    write: { by: 'everyone', column: 'industry' },
  }),
  website: field({
    label: 'Website',
    columns: ['website'],
    present: (r) => r.website,
    export: {},
    write: { by: 'everyone', column: 'website' },
  }),
  phone: field({
    label: 'Phone',
    columns: ['phone'],
    present: (r) => r.phone,
    export: {},
    write: { by: 'everyone', column: 'phone' },
  }),
  address: field({
    label: 'Address',
    shown: 'record',
    columns: ['address'],
    present: (r) => r.address,
    export: {},
    write: { by: 'everyone', column: 'address' },
  }),
  contacts: field({
    label: 'Contacts',
    computed: {
      contacts: sql<number>`(select count(*) from contacts n
        where n.company_id = t.company_id and n.client_id = t.id and n.archived_at is null)`,
    },
    present: (r) => r.contacts,
    // The company export has a table of contacts.
    export: { only: 'csv' },
  }),
  notes: field({
    label: 'Notes',
    shown: 'record',
    columns: ['notes'],
    present: (r) => r.notes,
    export: {},
    write: { by: 'everyone', column: 'notes', initial: '' },
  }),
  company: field({
    label: 'Company',
    columns: ['company_id'],
    computed: { company: companyName },
    present: (r) => ({ id: r.company_id, name: r.company ?? '' }),
    filter: { company: equals('t.company_id') },
    export: { value: (company) => company.name, only: 'csv' },
  }),
  archivedAt: field({
    label: 'Archived',
    columns: ['archived_at'],
    present: (r) => r.archived_at,
    filter: { state: archivedOrNot },
    export: [{ only: 'csv' }, { head: 'Archived at', only: 'company' }],
  }),
  createdAt: field({
    label: 'Added',
    columns: ['created_at'],
    present: (r) => r.created_at,
    sort: { created: { by: sql.ref('t.created_at'), kind: 'instant', of: (r) => r.created_at } },
    export: [{ only: 'csv' }, { head: 'Created at', only: 'company' }],
  }),
  updatedAt: field({
    label: 'Updated',
    columns: ['updated_at'],
    present: (r) => r.updated_at,
    sort: { updated: { by: sql.ref('t.updated_at'), kind: 'instant', of: (r) => r.updated_at } },
    export: [{ only: 'csv' }, { head: 'Updated at', only: 'company' }],
  }),
  version: field({
    label: 'Version',
    columns: ['version'],
    present: (r) => r.version,
    // Only used to detect conflicting edits.
    export: false,
  }),
})
