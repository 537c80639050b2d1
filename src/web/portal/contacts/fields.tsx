// The fields of a contact on screen, in the order of a list's columns. Each declares its column, filter, place among
// the facts, control in the form, and whether a merge asks about it.
import { MailQuestion, TriangleAlert } from 'lucide-react'
import { Anchor } from '../../ui/anchor.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Badge } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { manyOf, oneOf, pick, type Source } from '../lists/filter.ts'
import type { ListColumn } from '../lists/list.ts'
import { columnsOfFields, filtersOfFields } from '../lists/record-field.ts'
import { clientsOptions } from '../platform/forms/choice-options.ts'
import {
  archivedMark,
  companyFilter,
  defineContactField,
  type FormValues,
  factLinkClass,
  linkClass,
  listEditableFields,
  listMergedFields,
  NOTHING,
  stateFilter,
  toTelHref,
} from './contact-field.tsx'
import { ContactLink } from './contact-link.tsx'
import { clientOptions, importOptions, importsOptions } from './contact-queries.ts'
import type { Choice, Contact, ContactRow } from './model.ts'

/** The lists of contacts: of one company, of all companies, and of one client. */
type List = 'own' | 'all' | 'client'
const field = defineContactField<ContactRow, Contact, List>()

const UNREACHED = {
  not_confirmed: 'Not confirmed yet: no email is sent',
  not_approved: 'No email is sent yet',
  blocked: 'Opted out of email',
} as const
/** Returns why no mail reaches a contact, or undefined if mail does. */
const unreached = ({ mail }: ContactRow) => (mail && mail.state !== 'confirmed' ? UNREACHED[mail.state] : undefined)

const SOURCES = { manual: 'Manual entry', import: 'Import' } as const
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

/** The fields of a contact. */
export const contactFields = {
  fullName: field({
    label: 'Full name',
    column: {
      key: 'name',
      header: 'Name',
      sort: 'name',
      cell: (c) => (
        <ContactLink id={c.id}>
          <span className="flex min-w-0 items-baseline gap-2">
            <bdi className="max-w-full shrink-0 truncate font-medium">{c.fullName}</bdi>
            {c.title && <bdi className="min-w-0 truncate font-normal text-muted">{c.title}</bdi>}
            {archivedMark(c)}
          </span>
        </ContactLink>
      ),
      card: (c) => (
        <ContactLink id={c.id}>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <bdi>{c.fullName}</bdi>
            {c.title && <bdi className="font-normal text-muted text-sm">{c.title}</bdi>}
            {archivedMark(c)}
          </span>
        </ContactLink>
      ),
    },
    edit: {
      control: { is: 'text', max: 100, missing: 'Enter a name.' },
      row: 1,
      empty: '',
      form: (c): string => c.fullName,
      merged: true,
    },
  }),
  /** Shown with the name in lists and details. */
  title: field({
    label: 'Title',
    edit: {
      control: { is: 'text', max: 100, input: { placeholder: 'Office manager' } },
      row: 3,
      empty: '',
      form: (c): string => c.title ?? '',
      merged: true,
    },
  }),
  client: field({
    label: 'Client',
    column: (list) =>
      list === 'client'
        ? undefined
        : {
            // The list of all companies has one more column, so the client leaves space for the name.
            width: list === 'all' ? 'w-52' : 'w-60',
            cell: (c) =>
              c.client ? (
                <Anchor href={`/clients/${c.client.id}`} className={linkClass}>
                  {c.client.name}
                </Anchor>
              ) : (
                NOTHING
              ),
            card: (c) => c.client && <span className="truncate text-text">{c.client.name}</span>,
          },
    filter: {
      client: pick(
        'Client',
        { find: clientsOptions, one: clientOptions },
        {
          none: 'All clients',
          words: [{ value: 'none', label: 'No client' }],
          ofRow: (c: ContactRow) => c.client,
        },
      ),
    },
    fact: {
      place: 3,
      show: ({ client }) =>
        client && (
          <>
            <Anchor href={`/clients/${client.id}`} className={factLinkClass}>
              {client.name}
            </Anchor>
            {client.archived && <span className="text-muted"> (archived)</span>}
          </>
        ),
    },
    edit: {
      control: { is: 'chosen' },
      row: 3,
      empty: null,
      form: ({ client }): Choice | null => client && { id: client.id, name: client.name },
      input: 'clientId',
      merged: true,
    },
  }),
  company: field({
    label: 'Company',
    column: (list) =>
      list === 'all'
        ? {
            width: 'w-44',
            priority: 'medium',
            cell: (c) => (
              <Anchor href={`/companies/${c.company.id}`} className={linkClass}>
                {c.company.name}
              </Anchor>
            ),
            card: (c) => <span className="truncate">{c.company.name}</span>,
          }
        : undefined,
    filter: { company: companyFilter },
    fact: {
      place: 4,
      show: ({ company }, side) =>
        side === 'staff' ? (
          <Anchor href={`/companies/${company.id}`} className={factLinkClass}>
            {company.name}
          </Anchor>
        ) : undefined,
    },
  }),
  email: field({
    label: 'Email',
    column: (list) => ({
      width: list === 'all' ? 'w-60' : 'w-64',
      cell: (c) =>
        c.email ? (
          <span className="flex min-w-0 items-center gap-1.5">
            <a href={`mailto:${c.email}`} className={`truncate ${linkClass}`}>
              {c.email}
            </a>
            {unreached(c) && !c.mailsHeld && (
              <span title={unreached(c)} className="shrink-0 text-muted">
                <MailQuestion aria-hidden className="size-4" />
                <span className="sr-only">{unreached(c)}</span>
              </span>
            )}
            {c.mailsHeld && (
              <span title="Email bounced" className="shrink-0 text-warn">
                <TriangleAlert aria-hidden className="size-4" />
                <span className="sr-only">Email bounced</span>
              </span>
            )}
          </span>
        ) : (
          NOTHING
        ),
      card: (c) =>
        c.email && (
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="truncate">{c.email}</span>
            {unreached(c) && !c.mailsHeld && <Badge>{unreached(c)}</Badge>}
            {c.mailsHeld && <Badge tone="warn">Email bounced</Badge>}
          </span>
        ),
    }),
    fact: {
      place: 1,
      show: ({ email }) =>
        email && (
          <span className="flex items-center gap-1">
            <a href={`mailto:${email}`} className={`min-w-0 [overflow-wrap:anywhere] ${factLinkClass}`}>
              {email}
            </a>
            <CopyButton text={email} label="Copy email address" />
          </span>
        ),
    },
    edit: {
      control: { is: 'text', max: 255, input: { type: 'email', inputMode: 'email' } },
      row: 2,
      empty: '',
      form: (c): string => c.email ?? '',
      merged: true,
    },
  }),
  phone: field({
    label: 'Phone',
    column: (list) => ({
      width: 'w-40',
      priority: 'medium',
      optional: list === 'all',
      cell: (c) => (c.phone ? <span className="tabular">{c.phone}</span> : NOTHING),
      card: (c) => c.phone && <span className="tabular">{c.phone}</span>,
    }),
    fact: {
      place: 2,
      show: ({ phone }) =>
        phone && (
          <span className="flex items-center gap-1">
            <a href={toTelHref(phone)} className={`tabular ${factLinkClass}`}>
              {phone}
            </a>
            <CopyButton text={phone} label="Copy phone number" />
          </span>
        ),
    },
    edit: {
      control: { is: 'text', max: 50, input: { type: 'tel' } },
      row: 2,
      empty: '',
      form: (c): string => c.phone ?? '',
      merged: true,
    },
  }),
  updatedAt: field({
    label: 'Updated',
    column: {
      key: 'updated',
      sort: 'updated',
      width: 'w-28',
      priority: 'wide',
      cell: (c) => <RelativeTime iso={c.updatedAt} className="text-muted" />,
    },
    fact: { place: 6, show: (c) => <RelativeTime iso={c.updatedAt} /> },
  }),
  createdAt: field({
    label: 'Added',
    column: {
      key: 'created',
      sort: 'created',
      width: 'w-32',
      optional: true,
      cell: (c) => <RelativeTime iso={c.createdAt} className="text-muted" />,
    },
    fact: {
      place: 5,
      show: (c) => (
        <>
          <RelativeTime iso={c.createdAt} />
          {c.source === 'import' && ' (imported)'}
        </>
      ),
    },
  }),
  source: field({
    label: 'Source',
    column: { width: 'w-28', optional: true, cell: (c) => SOURCES[c.source] },
    filter: {
      source: manyOf('Source', [
        { value: 'manual' as const, label: SOURCES.manual },
        { value: 'import' as const, label: SOURCES.import },
      ]),
      // Set by a link from the import.
      import: pick('Import', imports, { none: 'Any', hidden: () => true }),
    },
  }),
  /** Shown with the email address. */
  mailsHeld: field({
    label: 'Email status',
    filter: { mail: oneOf('Email status', [{ value: 'held' as const, label: 'Bounced' }], { none: 'Any' }) },
  }),
  /** Shown with the name. */
  archivedAt: field({ label: 'Status', filter: { state: stateFilter } }),
  notes: field({
    label: 'Notes',
    edit: { control: { is: 'area', max: 5_000, rows: 3 }, row: 4, empty: '', form: (c): string => c.notes },
  }),
}

/** Returns the columns that a list can show of a contact. */
export const contactColumns = (list: List): ListColumn<ContactRow>[] =>
  columnsOfFields<{ label: string; column?: (typeof contactFields)['client']['column'] }, ContactRow>(
    contactFields,
    ({ column }) => (typeof column === 'function' ? column(list) : column),
  )
/** The filters of contacts. */
export const contactFilters = filtersOfFields(contactFields)
/** The values of the form. */
export type ContactValues = FormValues<typeof contactFields>
/** The fields of the form, in order. */
export const editableContactFields = listEditableFields(contactFields)
/** The fields that a merge asks about. */
export const merged = listMergedFields<Contact>(contactFields)
