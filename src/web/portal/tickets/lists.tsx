// The two ticket lists as declared: of one's own company, and the queue of all.

import { defineFilter, manyOf, type Option, pick, type Source } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import { api } from '../platform/api.ts'
import {
  categories,
  categoryLabels,
  openStatuses,
  priorities,
  type Side,
  sortKeys,
  statuses,
  statusLook,
  ticketName,
} from './labels.ts'
import { cardsOf, columnsOf } from './list-columns.tsx'
import type { Status, TicketRow } from './model.ts'
import { TicketPriority, TicketStatus } from './ticket-marks.tsx'
import { companyOptions, partnersOptions, staffOptions } from './ticket-queries.ts'

const statusField = (side: Side) =>
  manyOf(
    'Status',
    statuses.map(
      (value): Option<Status> => ({
        value,
        label: <TicketStatus status={value} side={side} />,
        text: statusLook(value, side).label,
      }),
    ),
    { usual: openStatuses },
  )
const common = (side: Side) => ({
  status: statusField(side),
  priority: manyOf(
    'Priority',
    priorities.map((value) => ({ value, label: <TicketPriority word priority={value} />, text: value })),
  ),
  category: manyOf(
    'Category',
    categories.map((value) => ({ value, label: categoryLabels[value] })),
  ),
})
const requester = (side: Side) =>
  pick('Requester', undefined, {
    none: 'Anyone',
    words: [{ value: 'me', label: 'Me', text: 'Opened by me' }],
    ofRow: (t: TicketRow) => t.requester,
    // In the queue it comes with a link from elsewhere.
    hidden: () => side === 'staff',
  })

const engineers: Source = { whole: true, find: staffOptions }
const partners: Source = { find: partnersOptions, one: companyOptions }

const shared = {
  operation: api.tickets.list,
  noun: ['ticket', 'tickets'],
  csv: '/tickets.csv',
  topics: ['ticket'],
  searchHint: 'A ticket’s number works too.',
} as const
const row = (base: string) => ({
  key: (t: TicketRow) => t.id,
  label: (t: TicketRow) => `${ticketName(t.number)} ${t.subject}`,
  href: (t: TicketRow) => `${base}/${t.id}`,
  version: (t: TicketRow) => `${t.version} ${t.updatedAt}`,
})
const order = { search: 'Search tickets', sorts: sortKeys, sort: 'updated', order: 'desc' } as const
const waiting: Status[] = ['waiting_on_partner']
const done = [
  { key: 'resolved', label: 'Resolved', set: { status: ['resolved' as const] } },
  { key: 'closed', label: 'Closed', set: { status: ['closed' as const] } },
  { key: 'all', label: 'All', set: { status: [] }, everything: true },
]

/** The tickets of one's own company. */
export const ownTickets = defineList({
  ...shared,
  key: 'tickets',
  filter: defineFilter({ ...order, fields: { ...common('partner'), requester: requester('partner') } }),
  columns: columnsOf('partner'),
  cards: cardsOf('partner'),
  row: row('/tickets'),
  views: [
    { key: 'open', label: 'All open', set: {} },
    { key: 'waiting', label: 'Waiting on you', set: { status: waiting } },
    ...done,
  ],
})

/** The tickets of all companies, for staff. */
export const ticketQueue = defineList({
  ...shared,
  key: 'ticket-queue',
  filter: defineFilter({
    ...order,
    fields: {
      ...common('staff'),
      assignee: pick('Assignee', engineers, {
        none: 'Anyone',
        words: [
          { value: 'none', label: 'Nobody' },
          { value: 'me', label: 'Me' },
        ],
      }),
      company: pick('Company', partners, { none: 'All companies' }),
      requester: requester('staff'),
    },
  }),
  columns: columnsOf('staff'),
  cards: cardsOf('staff'),
  row: row('/admin/tickets'),
  views: [
    { key: 'open', label: 'Open', set: {} },
    { key: 'unassigned', label: 'Unassigned', set: { assignee: 'none' } },
    { key: 'mine', label: 'Mine', set: { assignee: 'me' } },
    { key: 'waiting', label: 'Waiting on partner', set: { status: waiting } },
    { key: 'third-party', label: 'Third party', set: { status: ['waiting_on_third_party'] } },
    ...done,
  ],
})

type Counts = { byStatus: Record<Status, number>; unassigned: number; mine: number }

/** How many tickets each view holds. */
export function countsByView({ byStatus, unassigned, mine }: Counts): Record<string, number> {
  const sum = (counted: readonly Status[]) => counted.reduce((total, status) => total + byStatus[status], 0)
  return {
    open: sum(openStatuses),
    unassigned,
    mine,
    waiting: byStatus.waiting_on_partner,
    'third-party': byStatus.waiting_on_third_party,
    resolved: byStatus.resolved,
    closed: byStatus.closed,
    all: sum(statuses),
  }
}
