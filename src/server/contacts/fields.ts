// All fields of a contact, in CSV column order, and how each is selected, shown, filtered, sorted, exported and
// changed. Lists, CSV, the company export, new contacts and edits use these definitions. The merge rules are in
// policy.ts.
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { ContactFilter, ContactRow } from '../../contract/contacts/index.ts'
import type { Contacts } from '../platform/database/db.types.ts'
import { formatInstant } from '../platform/database/instant.ts'
import { defineFields, equals, fieldOf, isAnyOf, refersTo } from '../platform/fields.ts'
import type { MailPermission } from '../platform/mail/mail-permission.ts'
import { clientOf } from './choose.ts'
import { askAgainAt } from './consent/consent.ts'
import { whyRefused } from './policy.ts'
import { archivedOrNot, companyName } from './shared-fields.ts'

type Row = z.infer<typeof ContactRow>
const field = fieldOf<Selectable<Contacts>, z.infer<typeof ContactFilter>>()

type Held = { since: string; until: string; status: string; detail: string }
type Mail = { permission: MailPermission; consent: string | null; askedAt: string | null }

const ofClient = (column: 'name' | 'archived_at') =>
  sql<string | null>`(select ${sql.ref(`l.${column}`)} from clients l
    where l.company_id = t.company_id and l.id = t.client_id)`

// Text columns with a check constraint are cast to the contract's union types here.
/** The fields of a contact. */
export const contactFields = defineFields('t', {
  id: field({ label: 'ID', columns: ['id'], present: (r) => r.id, export: { only: 'company' } }),
  fullName: field({
    label: 'Name',
    columns: ['full_name', 'name_key'],
    present: (r) => r.full_name,
    sort: { name: { by: sql.ref('t.name_key'), kind: 'text', of: (r) => r.name_key } },
    export: { key: 'name' },
    write: { by: 'everyone', column: 'full_name' },
  }),
  email: field({
    label: 'Email',
    columns: ['email'],
    present: (r) => r.email,
    export: {},
    write: { by: 'everyone', column: 'email' },
  }),
  phone: field({
    label: 'Phone',
    columns: ['phone'],
    present: (r) => r.phone,
    export: {},
    write: { by: 'everyone', column: 'phone' },
  }),
  title: field({
    label: 'Title',
    columns: ['title'],
    present: (r) => r.title,
    export: {},
    write: { by: 'everyone', column: 'title' },
  }),
  client: field({
    label: 'Client',
    columns: ['client_id'],
    computed: { client: ofClient('name'), client_archived_at: ofClient('archived_at') },
    present: (r) =>
      r.client_id ? { id: r.client_id, name: r.client ?? '', archived: r.client_archived_at !== null } : null,
    filter: { client: refersTo('t.client_id') },
    export: { value: (client) => client?.name ?? null },
    write: { by: 'everyone', column: 'client_id', input: 'clientId', reference: { choose: clientOf } },
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
  source: field({
    label: 'Source',
    columns: ['source'],
    present: (r) => r.source as Row['source'],
    names: { manual: 'Manual entry', import: 'Import' } satisfies Record<Row['source'], string>,
    filter: { source: isAnyOf('t.source'), import: equals('t.import_id') },
    export: { only: 'csv' },
  }),
  mailsHeld: field({
    label: 'Email bounced',
    computed: {
      // Archived contacts get no mail anyway.
      held: sql<Held | null>`(select json_build_object('since', ${formatInstant('h.since')}, 'until', ${formatInstant('h.until')},
        'status', h.status, 'detail', h.detail) from held_addresses h
        where h.company_id = t.company_id and h.email = t.email_key and t.archived_at is null)`,
    },
    present: (r) =>
      r.held && {
        since: r.held.since,
        until: r.held.until,
        reason: whyRefused(r.held.status),
        // Most servers repeat the status code in their text.
        answer: r.held.detail.includes(r.held.status) ? r.held.detail : `${r.held.status} ${r.held.detail}`.trim(),
      },
    filter: {
      mail: () => sql<boolean>`(t.archived_at is null and exists (select m.email from held_addresses m
        where m.company_id = t.company_id and m.email = t.email_key))`,
    },
    export: { value: (held) => held?.since ?? null, only: 'csv' },
  }),
  mail: field({
    label: 'Email consent',
    computed: {
      mail: sql<Mail | null>`(select json_build_object('permission', mail_permission(t.company_id, t.email),
        'consent', k.state, 'askedAt', ${formatInstant('k.asked_at')})
        from (values (1)) one left join mail_consents k on k.company_id = t.company_id and k.email = t.email_key
        where t.email is not null and t.archived_at is null)`,
    },
    present: ({ mail }): Row['mail'] =>
      mail && {
        state: mail.permission === 'account' ? 'confirmed' : mail.permission,
        answered: mail.permission === 'account' || mail.consent === 'confirmed' || mail.consent === 'blocked',
        askedAt: mail.askedAt,
        askAgainAt: askAgainAt(mail.askedAt),
      },
    // Needs a query per row, which is too slow for long files. The company export has a table of consents.
    export: false,
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
