import { TriangleAlert } from 'lucide-react'
import { Anchor } from '../../ui/anchor.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Badge } from '../../ui/status.tsx'
import type { ListColumn } from '../lists/list.ts'
import { ContactLink } from './contact-link.tsx'
import type { ClientRow, ContactRow } from './model.ts'

const linkClass = 'rounded-[4px] hover:text-accent hover:underline'
const none = <span className="text-muted">–</span>

const archived = (row: { archivedAt: string | null }) => row.archivedAt && <Badge>Archived</Badge>
/** An address without what everybody knows. */
export const shortWebsite = (website: string): string => website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

const who: ListColumn<ContactRow> = {
  key: 'name',
  header: 'Name',
  sort: 'name',
  cell: (c) => (
    <ContactLink id={c.id}>
      <span className="flex min-w-0 items-baseline gap-2">
        <bdi className="max-w-full shrink-0 truncate font-medium">{c.fullName}</bdi>
        {c.title && <bdi className="min-w-0 truncate font-normal text-muted">{c.title}</bdi>}
        {archived(c)}
      </span>
    </ContactLink>
  ),
  card: (c) => (
    <ContactLink id={c.id}>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <bdi>{c.fullName}</bdi>
        {c.title && <bdi className="font-normal text-muted text-sm">{c.title}</bdi>}
        {archived(c)}
      </span>
    </ContactLink>
  ),
}
const contactColumns: Record<
  'email' | 'phone' | 'client' | 'company' | 'source' | 'updated' | 'created',
  ListColumn<ContactRow>
> = {
  email: {
    key: 'email',
    header: 'Email',
    width: 'w-64',
    cell: (c) =>
      c.email ? (
        <span className="flex min-w-0 items-center gap-1.5">
          <a href={`mailto:${c.email}`} className={`truncate ${linkClass}`}>
            {c.email}
          </a>
          {c.mailsHeld && (
            <span title="Mail came back" className="shrink-0 text-warn">
              <TriangleAlert aria-hidden className="size-4" />
              <span className="sr-only">Mail came back</span>
            </span>
          )}
        </span>
      ) : (
        none
      ),
    card: (c) =>
      c.email && (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="truncate">{c.email}</span>
          {c.mailsHeld && <Badge tone="warn">Mail came back</Badge>}
        </span>
      ),
  },
  phone: {
    key: 'phone',
    header: 'Phone',
    width: 'w-40',
    priority: 'medium',
    cell: (c) => (c.phone ? <span className="tabular">{c.phone}</span> : none),
    card: (c) => c.phone && <span className="tabular">{c.phone}</span>,
  },
  client: {
    key: 'client',
    header: 'Client',
    width: 'w-60',
    cell: (c) =>
      c.client ? (
        <Anchor href={`/clients/${c.client.id}`} className={linkClass}>
          {c.client.name}
        </Anchor>
      ) : (
        none
      ),
    card: (c) => c.client && <span className="truncate text-text">{c.client.name}</span>,
  },
  company: {
    key: 'company',
    header: 'Company',
    width: 'w-48',
    priority: 'medium',
    cell: (c) => (
      <Anchor href={`/companies/${c.company.id}`} className={linkClass}>
        {c.company.name}
      </Anchor>
    ),
    card: (c) => <span className="truncate">{c.company.name}</span>,
  },
  source: {
    key: 'source',
    header: 'Source',
    width: 'w-28',
    optional: true,
    cell: (c) => (c.source === 'import' ? 'Import' : 'By hand'),
  },
  updated: {
    key: 'updated',
    header: 'Updated',
    sort: 'updated',
    width: 'w-28',
    priority: 'wide',
    cell: (c) => <RelativeTime iso={c.updatedAt} className="text-muted" />,
  },
  created: {
    key: 'created',
    header: 'Added',
    sort: 'created',
    width: 'w-32',
    optional: true,
    cell: (c) => <RelativeTime iso={c.createdAt} className="text-muted" />,
  },
}
const { email, phone, client, company, source, updated, created } = contactColumns

/** The columns of contacts of one company, of all companies, and of one client. */
export const contactColumnsOf = {
  own: [who, client, email, phone, updated, created, source],
  // One column more: the name keeps its room.
  all: [
    who,
    { ...client, width: 'w-52' },
    { ...company, width: 'w-44' },
    { ...email, width: 'w-60' },
    { ...phone, optional: true },
    updated,
    created,
    source,
  ],
  client: [who, email, phone, updated, created, source],
} as const satisfies Record<string, readonly ListColumn<ContactRow>[]>

const name: ListColumn<ClientRow> = {
  key: 'name',
  header: 'Name',
  sort: 'name',
  cell: (c) => (
    <span className="flex min-w-0 items-baseline gap-2">
      <bdi className="truncate font-medium">{c.name}</bdi>
      {archived(c)}
    </span>
  ),
  card: (c) => (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <bdi>{c.name}</bdi>
      {archived(c)}
    </span>
  ),
}
const clientColumns: ListColumn<ClientRow>[] = [
  {
    key: 'industry',
    header: 'Industry',
    width: 'w-52',
    priority: 'medium',
    cell: (c) => c.industry ?? none,
    card: (c) => c.industry,
  },
  {
    key: 'contacts',
    header: 'Contacts',
    width: 'w-24',
    align: 'end',
    cell: (c) => <span className="tabular">{c.contacts.toLocaleString('en-US')}</span>,
    card: (c) => (
      <span className="tabular">
        {c.contacts.toLocaleString('en-US')} {c.contacts === 1 ? 'contact' : 'contacts'}
      </span>
    ),
  },
  {
    key: 'phone',
    header: 'Phone',
    width: 'w-40',
    priority: 'medium',
    cell: (c) => (c.phone ? <span className="tabular">{c.phone}</span> : none),
    card: (c) => c.phone && <span className="tabular">{c.phone}</span>,
  },
  {
    key: 'website',
    header: 'Website',
    width: 'w-52',
    priority: 'wide',
    cell: (c) =>
      c.website ? (
        <a href={c.website} target="_blank" rel="noopener noreferrer" className={linkClass}>
          {shortWebsite(c.website)}
        </a>
      ) : (
        none
      ),
    card: (c) => c.website && <span className="truncate">{shortWebsite(c.website)}</span>,
  },
  {
    key: 'updated',
    header: 'Updated',
    sort: 'updated',
    width: 'w-28',
    priority: 'wide',
    cell: (c) => <RelativeTime iso={c.updatedAt} className="text-muted" />,
  },
  {
    key: 'created',
    header: 'Added',
    sort: 'created',
    width: 'w-32',
    optional: true,
    cell: (c) => <RelativeTime iso={c.createdAt} className="text-muted" />,
  },
]
const ofCompany: ListColumn<ClientRow> = {
  key: 'company',
  header: 'Company',
  width: 'w-48',
  cell: (c) => (
    <Anchor href={`/companies/${c.company.id}`} className={linkClass}>
      {c.company.name}
    </Anchor>
  ),
  card: (c) => <span className="truncate">{c.company.name}</span>,
}
/** The columns of clients of one company, and of all companies. */
export const clientColumnsOf = {
  own: [name, ...clientColumns],
  all: [name, ofCompany, ...clientColumns],
} satisfies Record<string, readonly ListColumn<ClientRow>[]>
