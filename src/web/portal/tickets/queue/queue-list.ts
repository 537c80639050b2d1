import { defineFilter, manyOf, pick, rare, readFilter, type Source } from '../../lists/filter.ts'
import { defineList, listReads } from '../../lists/list.ts'
import type { ScreenReads } from '../../platform/data/screen-reads.ts'
import { allPartnersOptions } from '../../platform/forms/choice-options.ts'
import { companyOptions } from '../../platform/forms/company-options.ts'
import { listTicketCards, listTicketColumns, sharedFilters } from '../fields.tsx'
import { common, done, order, rating, requester, row, shared, waiting } from '../lists.tsx'
import { addPresence } from '../presence/presence-mark.tsx'
import { assigneeOptions, ticketCountsOptions } from '../ticket-queries.ts'

const { status, priority, category } = common('staff')
const engineers: Source = { whole: true, find: assigneeOptions }
const partners: Source = { find: allPartnersOptions, one: companyOptions }

/** The tickets of all companies, for staff. */
export const ticketQueue = defineList({
  ...shared,
  key: 'ticket-queue',
  filter: defineFilter({
    ...order,
    // The ticket that is due next comes first: the queue is worked from the top.
    sorts: ['due', 'updated', 'created', 'number', 'priority'],
    sort: 'due',
    order: 'asc',
    fields: {
      status,
      priority,
      sla: manyOf<'breached' | 'due_soon' | 'paused'>('Due', [
        { value: 'breached', label: 'Overdue' },
        { value: 'due_soon', label: 'Due soon' },
        { value: 'paused', label: 'Paused' },
      ]),
      assignee: pick('Assignee', engineers, {
        none: 'Anyone',
        words: [
          { value: 'none', label: 'Unassigned' },
          { value: 'me', label: 'Me' },
        ],
      }),
      company: pick('Company', partners, { none: 'All companies' }),
      category: rare(category),
      requester: rare(requester('staff')),
      ...sharedFilters,
      rating: rare(rating),
    },
  }),
  columns: listTicketColumns('staff').map((column, i) => (i === 0 ? addPresence(column) : column)),
  cards: listTicketCards('staff'),
  row: row('/admin/tickets'),
  views: [
    { key: 'open', label: 'All open', set: {} },
    { key: 'mine', label: 'My open', set: { assignee: 'me' } },
    { key: 'unassigned', label: 'Unassigned', set: { assignee: 'none' } },
    { key: 'due', label: 'Due', set: { sla: ['breached', 'due_soon'] } },
    { key: 'waiting', label: 'Waiting', set: { status: [...waiting, 'waiting_on_third_party'] } },
    ...done.map((view) => ({ ...view, set: { ...view.set, sort: 'updated' as const, order: 'desc' as const } })),
  ],
})

/** The reads of the queue that an address shows. */
export const queueReads: ScreenReads = (route) => [
  ticketCountsOptions(readFilter(ticketQueue.filter, route.url.searchParams).company),
  ...listReads(ticketQueue)(route),
]
