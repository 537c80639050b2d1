// Shared parts of the two ticket lists: the tickets of the user's own company, and the queue of all tickets.

import { manyOf, type Option, pick } from '../lists/filter.ts'
import { api } from '../platform/data/api.ts'
import { userChoices, userNameOptions } from './facts/fact-queries.ts'
import {
  formatTicketNumber,
  getStatusLook,
  openStatuses,
  priorities,
  type Side,
  ticketCategories,
  ticketCategoryLabels,
  ticketSortKeys,
  ticketStatuses,
} from './facts/labels.ts'
import type { Status, TicketRow } from './model.ts'
import { TicketPriority, TicketStatus } from './ticket-marks.tsx'

const statusField = (side: Side) =>
  manyOf(
    'Status',
    ticketStatuses.map(
      (value): Option<Status> => ({
        value,
        label: <TicketStatus status={value} side={side} />,
        text: getStatusLook(value, side).label,
      }),
    ),
    { usual: openStatuses },
  )
/** Filters that both lists have. */
export const common = (side: Side) => ({
  status: statusField(side),
  priority: manyOf(
    'Priority',
    priorities.map((value) => ({ value, label: <TicketPriority word priority={value} />, text: value })),
  ),
  category: manyOf(
    'Category',
    ticketCategories.map((value) => ({ value, label: ticketCategoryLabels[value] })),
  ),
})
/** The filter by requester. Only partners can choose themselves, because staff open no tickets of their own. */
export const requester = (side: Side) =>
  pick(
    'Requester',
    { find: (q) => userChoices(q), one: userNameOptions },
    {
      none: 'Anyone',
      words: side === 'partner' ? [{ value: 'me', label: 'Me', text: 'Opened by me' }] : [],
      ofRow: (t: TicketRow) => t.requester,
    },
  )
/** The filter by the partner's rating. */
export const rating = manyOf(
  'Rating',
  [5, 4, 3, 2, 1].map((n) => ({ value: String(n), label: `${n} of 5` })),
)

/** Options that both lists share. */
export const shared = {
  operation: api.tickets.list,
  noun: ['ticket', 'tickets'],
  csv: '/tickets.csv',
  topics: ['ticket'],
  searchHint: 'Also searches ticket numbers such as T-1042.',
} as const
/** Returns the row options, with links to tickets below `base`. */
export const row = (base: string) => ({
  key: (t: TicketRow) => t.id,
  label: (t: TicketRow) => `${formatTicketNumber(t.number)} ${t.subject}`,
  href: (t: TicketRow) => `${base}/${t.id}`,
  version: (t: TicketRow) => `${t.version} ${t.updatedAt}`,
})
/** The search and sort options of both lists. */
export const order = { search: 'Search tickets', sorts: ticketSortKeys, sort: 'updated', order: 'desc' } as const
/** Statuses in which a ticket waits for the partner. */
export const waiting: Status[] = ['waiting_on_partner']
/** The last views of both lists. */
export const done = [
  { key: 'resolved', label: 'Resolved', set: { status: ['resolved' as const] } },
  { key: 'closed', label: 'Closed', set: { status: ['closed' as const] } },
  { key: 'all', label: 'All', set: { status: [] }, everything: true },
]

type Counts = { byStatus: Record<Status, number>; unassigned: number; mine: number }

/** Returns how many tickets each view of the user's own company contains. */
export function mapCountsByView({ byStatus, unassigned, mine }: Counts): Record<string, number> {
  const sum = (counted: readonly Status[]) => counted.reduce((total, status) => total + byStatus[status], 0)
  return {
    open: sum(openStatuses),
    unassigned,
    mine,
    waiting: byStatus.waiting_on_partner,
    resolved: byStatus.resolved,
    closed: byStatus.closed,
    all: sum(ticketStatuses),
  }
}

/**
 * Returns how many tickets each view of the queue contains. Its waiting view also counts tickets that wait for a third
 * party.
 */
export const queueCounts = (counts: Counts): Record<string, number> => {
  const { waiting = 0, ...others } = mapCountsByView(counts)
  return { ...others, waiting: waiting + counts.byStatus.waiting_on_third_party }
}
