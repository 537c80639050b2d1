// The fields of a client on screen, in the order of a list's columns. Each declares its column, filter, place
// among the facts of the client's page, and control in the form.
import { Anchor } from '../../ui/anchor.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import type { ListColumn } from '../lists/list.ts'
import { columnsOfFields, filtersOfFields } from '../lists/record-field.ts'
import {
  archivedMark,
  companyFilter,
  defineContactField,
  type FormValues,
  factLinkClass,
  linkClass,
  listEditableFields,
  NOTHING,
  stateFilter,
  toTelHref,
} from './contact-field.tsx'
import type { Client, ClientRow } from './model.ts'

/** The lists of clients: of one company, and of all companies. */
type List = 'own' | 'all'
const field = defineContactField<ClientRow, Client, List>()

/** Returns a website's address without the protocol, "www." and the last slash. */
const shortWebsite = (website: string): string => website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
const website = (address: string, className: string) => (
  <a href={address} target="_blank" rel="noopener noreferrer" className={className}>
    {shortWebsite(address)}
  </a>
)

/** The fields of a client. */
export const clientFields = {
  name: field({
    label: 'Name',
    column: {
      sort: 'name',
      cell: (c) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <bdi className="truncate font-medium">{c.name}</bdi>
          {archivedMark(c)}
        </span>
      ),
      card: (c) => (
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          <bdi>{c.name}</bdi>
          {archivedMark(c)}
        </span>
      ),
    },
    edit: {
      control: { is: 'text', max: 200, missing: 'Enter the client’s name.' },
      row: 1,
      empty: '',
      form: (c): string => c.name,
    },
  }),
  company: field({
    label: 'Company',
    column: (list) =>
      list === 'all'
        ? {
            width: 'w-48',
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
      place: 1,
      show: ({ company }, side) =>
        side === 'staff' ? (
          <Anchor href={`/companies/${company.id}`} className={factLinkClass}>
            {company.name}
          </Anchor>
        ) : undefined,
    },
  }),
  industry: field({
    label: 'Industry',
    column: {
      width: 'w-52',
      priority: 'medium',
      cell: (c) => c.industry ?? NOTHING,
      card: (c) => c.industry,
    },
    fact: { place: 5, show: (c) => c.industry },
    edit: {
      control: { is: 'text', max: 100, input: { placeholder: 'Dental practice' } },
      row: 2,
      empty: '',
      form: (c): string => c.industry ?? '',
    },
  }),
  contacts: field({
    label: 'Contacts',
    column: {
      width: 'w-24',
      align: 'end',
      cell: (c) => <span className="tabular">{c.contacts.toLocaleString('en-US')}</span>,
      card: (c) => (
        <span className="tabular">
          {c.contacts.toLocaleString('en-US')} {c.contacts === 1 ? 'contact' : 'contacts'}
        </span>
      ),
    },
    fact: { place: 6, show: (c) => c.contacts.toLocaleString('en-US') },
  }),
  phone: field({
    label: 'Phone',
    column: {
      width: 'w-40',
      priority: 'medium',
      cell: (c) => (c.phone ? <span className="tabular">{c.phone}</span> : NOTHING),
      card: (c) => c.phone && <span className="tabular">{c.phone}</span>,
    },
    fact: {
      place: 3,
      show: ({ phone }) =>
        phone && (
          <a href={toTelHref(phone)} className={`tabular ${factLinkClass}`}>
            {phone}
          </a>
        ),
    },
    edit: {
      control: { is: 'text', max: 50, input: { type: 'tel' } },
      row: 3,
      empty: '',
      form: (c): string => c.phone ?? '',
    },
  }),
  website: field({
    label: 'Website',
    column: {
      width: 'w-52',
      priority: 'wide',
      cell: (c) => (c.website ? website(c.website, linkClass) : NOTHING),
      card: (c) => c.website && <span className="truncate">{shortWebsite(c.website)}</span>,
    },
    fact: { place: 2, show: (c) => c.website && website(c.website, factLinkClass) },
    edit: {
      control: {
        is: 'text',
        max: 255,
        input: { inputMode: 'url', autoCapitalize: 'none', placeholder: 'lakeshore.example' },
      },
      row: 2,
      empty: '',
      form: (c): string => c.website ?? '',
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
    fact: { place: 8, show: (c) => <RelativeTime iso={c.updatedAt} /> },
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
    fact: { place: 7, show: (c) => <RelativeTime iso={c.createdAt} /> },
  }),
  /** Shown with the name. */
  archivedAt: field({ label: 'Status', filter: { state: stateFilter } }),
  address: field({
    label: 'Address',
    fact: { place: 4, show: (c) => c.address && <span className="whitespace-pre-line">{c.address}</span> },
    edit: {
      control: { is: 'area', max: 500, rows: 2 },
      row: 3,
      empty: '',
      form: (c): string => c.address ?? '',
    },
  }),
  notes: field({
    label: 'Notes',
    edit: { control: { is: 'area', max: 5_000, rows: 3 }, row: 4, empty: '', form: (c): string => c.notes },
  }),
}

/** Returns the columns that a list can show of a client. */
export const clientColumns = (list: List): ListColumn<ClientRow>[] =>
  columnsOfFields<{ label: string; column?: (typeof clientFields)['company']['column'] }, ClientRow>(
    clientFields,
    ({ column }) => (typeof column === 'function' ? column(list) : column),
  )
/** The filters of clients. */
export const clientFilters = filtersOfFields(clientFields)
/** The values of the form. */
export type ClientValues = FormValues<typeof clientFields>
/** The fields of the form, in order. */
export const editableClientFields = listEditableFields(clientFields)
