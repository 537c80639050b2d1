// What the two ticket lists share: of one's own company, and the queue of all.

import { manyOf, type Option, pick } from '../lists/filter.ts'
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
import type { Status, TicketRow } from './model.ts'
import { TicketPriority, TicketStatus } from './ticket-marks.tsx'

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
/** Filters that both have. */
export const common = (side: Side) => ({
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
/** Who opened it. */
export const requester = (side: Side) =>
  pick('Requester', undefined, {
    none: 'Anyone',
    words: [{ value: 'me', label: 'Me', text: 'Opened by me' }],
    ofRow: (t: TicketRow) => t.requester,
    // In the queue it comes with a link from elsewhere.
    hidden: () => side === 'staff',
  })

/** What both are. */
export const shared = {
  operation: api.tickets.list,
  noun: ['ticket', 'tickets'],
  csv: '/tickets.csv',
  topics: ['ticket'],
  searchHint: 'A ticket’s number works too.',
} as const
/** A row that leads to the ticket below `base`. */
export const row = (base: string) => ({
  key: (t: TicketRow) => t.id,
  label: (t: TicketRow) => `${ticketName(t.number)} ${t.subject}`,
  href: (t: TicketRow) => `${base}/${t.id}`,
  version: (t: TicketRow) => `${t.version} ${t.updatedAt}`,
})
/** Search and order of both. */
export const order = { search: 'Search tickets', sorts: sortKeys, sort: 'updated', order: 'desc' } as const
/** What waits for the partner. */
export const waiting: Status[] = ['waiting_on_partner']
/** The views that both end with. */
export const done = [
  { key: 'resolved', label: 'Resolved', set: { status: ['resolved' as const] } },
  { key: 'closed', label: 'Closed', set: { status: ['closed' as const] } },
  { key: 'all', label: 'All', set: { status: [] }, everything: true },
]

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
