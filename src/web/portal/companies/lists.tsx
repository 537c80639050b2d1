// The list of companies as declared.

import { cx } from '../../ui/cx.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Badge } from '../../ui/status.tsx'
import { defineFilter, manyOf, oneOf } from '../lists/filter.ts'
import { defineList, type ListColumn } from '../lists/list.ts'
import { api } from '../platform/api.ts'
import { HealthMark } from './health-mark.tsx'
import type { CompanyRow } from './model.ts'
import { PictureAvatar } from './picture-avatar.tsx'

type Column = ListColumn<CompanyRow>

const muted = (text: string) => <span className="text-muted">{text}</span>
const number = (n: number) => (n === 0 ? muted('0') : String(n))
/** A web address without what every one of them begins with. */
const bare = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '')

/** The balance; low ones stand out, in words as well. */
function HoursLeft({ company: { hours, hoursUsed } }: { company: CompanyRow }) {
  if (hours === null) return muted('–')
  const tone = hours <= 0 || (hoursUsed ?? 0) >= 95 ? 'text-bad' : (hoursUsed ?? 0) >= 80 ? 'text-warn' : undefined
  return (
    <span className={cx('tabular', tone)} title={hoursUsed === null ? undefined : `${hoursUsed}% used`}>
      {showMinutes(hours)}
      {tone && <span className="sr-only">, low</span>}
    </span>
  )
}

const columns: readonly Column[] = [
  {
    key: 'name',
    header: 'Company',
    sort: 'name',
    cell: (c) => (
      <span className="flex min-w-0 max-w-full items-center gap-2.5 align-top max-md:inline-flex">
        <PictureAvatar company id={c.id} name={c.name} etag={c.logoEtag} size="sm" />
        <bdi className="truncate font-medium" title={c.name}>
          {c.name}
        </bdi>
        {c.is_internal && <Badge tone="info">Internal</Badge>}
        {c.placeholder && <Badge>Not set up</Badge>}
      </span>
    ),
  },
  {
    key: 'owners',
    header: 'Owners',
    width: 'w-40',
    priority: 'medium',
    cell: (c) => {
      const names = c.owners.map((o) => o.name).join(', ')
      return names ? (
        <span className="block truncate" title={names}>
          {names}
        </span>
      ) : (
        muted('None')
      )
    },
  },
  { key: 'health', header: 'Health', width: 'w-38', cell: (c) => <HealthMark health={c.health} /> },
  {
    key: 'openTickets',
    header: 'Open tickets',
    sort: 'openTickets',
    width: 'w-34',
    align: 'end',
    cell: (c) => <span className="tabular">{number(c.openTickets)}</span>,
    card: (c) => (c.urgentTickets > 0 ? `${c.openTickets} open, ${c.urgentTickets} urgent` : `${c.openTickets} open`),
  },
  {
    key: 'urgentTickets',
    header: 'P1, P2',
    width: 'w-18',
    align: 'end',
    priority: 'medium',
    cell: (c) => <span className="tabular">{number(c.urgentTickets)}</span>,
  },
  {
    key: 'hours',
    header: 'Hours left',
    sort: 'hours',
    width: 'w-30',
    align: 'end',
    cell: (c) => <HoursLeft company={c} />,
    card: (c) => (c.hours === null ? 'no hours' : `${showMinutes(c.hours)} left`),
  },
  {
    key: 'users',
    header: 'Users',
    width: 'w-18',
    align: 'end',
    priority: 'wide',
    cell: (c) => <span className="tabular">{number(c.users)}</span>,
    card: (c) => (c.users === 1 ? '1 user' : `${c.users} users`),
  },
  {
    key: 'lastSeen',
    header: 'Last seen',
    sort: 'lastSeen',
    width: 'w-32',
    cell: (c) => (c.lastSeenAt ? <RelativeTime iso={c.lastSeenAt} /> : muted('Never')),
    card: (c) =>
      c.lastSeenAt ? (
        <span>
          seen <RelativeTime iso={c.lastSeenAt} />
        </span>
      ) : (
        'never seen'
      ),
  },
  {
    key: 'website',
    header: 'Website',
    width: 'w-44',
    optional: true,
    cell: (c) => (c.website ? <span className="block truncate text-muted">{bare(c.website)}</span> : null),
  },
  {
    key: 'created',
    header: 'Created',
    sort: 'created',
    width: 'w-32',
    optional: true,
    cell: (c) => <RelativeTime iso={c.createdAt} className="text-muted" />,
  },
]

const kinds = [
  { value: 'partner', label: 'Partners' },
  { value: 'placeholder', label: 'Not set up yet' },
  { value: 'internal', label: 'Our own' },
] as const

/** The companies, for staff. */
export const companyList = defineList({
  key: 'companies',
  operation: api.companies.list,
  noun: ['company', 'companies'],
  filter: defineFilter({
    search: 'Search companies',
    sorts: ['name', 'openTickets', 'hours', 'lastSeen', 'created'],
    sort: 'name',
    fields: {
      kind: manyOf('Kind', kinds),
      openTickets: oneOf('Open tickets', [
        { value: 'yes' as const, label: 'Has open tickets' },
        { value: 'no' as const, label: 'Has none' },
      ]),
      hours: oneOf('Hours', [
        { value: 'low' as const, label: '80% used or more' },
        { value: 'out' as const, label: 'Used up' },
      ]),
      quietDays: oneOf('Last seen', [
        { value: '7', label: 'Not for a week' },
        { value: '30', label: 'Not for 30 days' },
        { value: '90', label: 'Not for 90 days' },
      ]),
    },
  }),
  columns,
  cards: ['name', 'health', 'openTickets', 'hours', 'lastSeen'],
  row: {
    key: (c) => c.id,
    label: (c) => c.name,
    href: (c) => `/companies/${c.id}`,
    version: (c) => `${c.name} ${c.openTickets} ${c.urgentTickets} ${c.users} ${c.hours} ${c.health.state}`,
  },
  views: [
    { key: 'all', label: 'All', set: {} },
    { key: 'partners', label: 'Partners', set: { kind: ['partner' as const] } },
    { key: 'open', label: 'With open tickets', set: { openTickets: 'yes' as const } },
    {
      key: 'low',
      label: 'Low on hours',
      set: { hours: 'low' as const, sort: 'hours' as const, order: 'asc' as const },
    },
    { key: 'quiet', label: 'Quiet for 30 days', set: { quietDays: '30' } },
    { key: 'new', label: 'Not set up yet', set: { kind: ['placeholder' as const] } },
  ],
  csv: '/companies.csv',
  topics: ['company', 'ticket', 'user', 'hours'],
  searchHint: 'Names and web addresses are searched.',
})
