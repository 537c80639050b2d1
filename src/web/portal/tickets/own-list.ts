import { defineFilter, manyOf, rare } from '../lists/filter.ts'
import { defineList, listReads } from '../lists/list.ts'
import type { ScreenReads } from '../platform/data/screen-reads.ts'
import { listTicketCards, listTicketColumns, sharedFilters } from './fields.tsx'
import { common, done, order, requester, row, shared, waiting } from './lists.tsx'
import type { SlaState } from './model.ts'
import { ticketCountsOptions } from './ticket-queries.ts'

/** The list of tickets of the user's own company. */
export const ownTickets = defineList({
  ...shared,
  key: 'tickets',
  filter: defineFilter({
    ...order,
    fields: {
      ...common('partner'),
      sla: manyOf<SlaState>('Due', [
        { value: 'breached' as const, label: 'Overdue' },
        { value: 'due_soon', label: 'Due soon' },
        { value: 'paused' as const, label: 'Paused' },
      ]),
      requester: rare(requester('partner')),
      ...sharedFilters,
    },
  }),
  columns: listTicketColumns('partner'),
  cards: listTicketCards('partner'),
  row: row('/tickets'),
  views: [
    { key: 'open', label: 'All open', set: {} },
    { key: 'waiting', label: 'Awaiting your reply', set: { status: waiting } },
    ...done,
  ],
})

/** The reads of the list of the company's tickets that an address shows. */
export const ownTicketReads: ScreenReads = (route) => [ticketCountsOptions(undefined), ...listReads(ownTickets)(route)]
