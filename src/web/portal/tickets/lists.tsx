// What the two ticket lists share: of one's own company, and the queue of all.

import { manyOf, type Option, pick, rare } from '../lists/filter.ts'
import { api } from '../platform/api.ts'
import { clientsOptions } from '../platform/choice-options.ts'
import {
  agreementChoices,
  agreementOptions,
  automationChoices,
  automationOptions,
  clientOptions,
  contactChoices,
  contactOptions,
  tagChoices,
  userChoices,
  userOptions,
} from './fact-queries.ts'
import {
  agreementName,
  categories,
  categoryLabels,
  openStatuses,
  priorities,
  type Side,
  sortKeys,
  sourceLabels,
  sources,
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
/** Who opened it. Staff open none of their own. */
export const requester = (side: Side) =>
  pick(
    'Requester',
    { find: (q) => userChoices(q), one: userOptions },
    {
      none: 'Anyone',
      words: side === 'partner' ? [{ value: 'me', label: 'Me', text: 'Opened by me' }] : [],
      ofRow: (t: TicketRow) => t.requester,
    },
  )
/** Facts that both lists can be narrowed by. */
export const facts = {
  client: rare(
    pick(
      'Client',
      { find: clientsOptions, one: clientOptions },
      {
        none: 'All clients',
        words: [{ value: 'none', label: 'No client' }],
        ofRow: (t: TicketRow) => t.client,
      },
    ),
  ),
  contact: rare(
    pick(
      'Contact',
      { find: (q) => contactChoices(q), one: contactOptions },
      { none: 'Anyone', ofRow: (t: TicketRow) => t.contact },
    ),
  ),
  agreement: rare(
    pick(
      'Agreement',
      { find: (q) => agreementChoices(q), one: agreementOptions },
      {
        none: 'All agreements',
        words: [{ value: 'none', label: 'None chosen' }],
        ofRow: (t: TicketRow) => t.agreement && { id: t.agreement.id, name: agreementName(t.agreement) },
      },
    ),
  ),
  installation: rare(
    pick(
      'Automation',
      { find: (q) => automationChoices(q), one: automationOptions },
      {
        none: 'All automations',
        words: [{ value: 'none', label: 'About none' }],
        ofRow: (t: TicketRow) => t.installation,
      },
    ),
  ),
  tag: rare(pick('Tag', { find: (q) => tagChoices(q) }, { none: 'Any', free: true })),
  source: rare(
    manyOf(
      'Source',
      sources.map((value) => ({ value, label: sourceLabels[value] })),
    ),
  ),
}
/** What the partner thought of it. */
export const rating = manyOf(
  'Rating',
  [5, 4, 3, 2, 1].map((n) => ({ value: String(n), label: `${n} of 5` })),
)

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

/** How many tickets each view of one's own company holds. */
export function countsByView({ byStatus, unassigned, mine }: Counts): Record<string, number> {
  const sum = (counted: readonly Status[]) => counted.reduce((total, status) => total + byStatus[status], 0)
  return {
    open: sum(openStatuses),
    unassigned,
    mine,
    waiting: byStatus.waiting_on_partner,
    resolved: byStatus.resolved,
    closed: byStatus.closed,
    all: sum(statuses),
  }
}

/** How many tickets each view of the queue holds; beside the partner, a third party can be waited for. */
export const queueCounts = (counts: Counts): Record<string, number> => {
  const { waiting = 0, ...others } = countsByView(counts)
  return { ...others, waiting: waiting + counts.byStatus.waiting_on_third_party }
}
