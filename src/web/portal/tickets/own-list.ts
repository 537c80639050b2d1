import { defineFilter, manyOf, rare } from '../lists/filter.ts'
import { defineList, loadList } from '../lists/list.ts'
import { queries } from '../platform/queries.ts'
import { readSession } from '../platform/session.client.ts'
import { cardsOf, columnsOf } from './list-columns.tsx'
import { common, done, facts, order, requester, row, shared, waiting } from './lists.tsx'
import type { SlaState } from './model.ts'
import { countsOptions } from './ticket-queries.ts'

/** The tickets of one's own company. */
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
      ...facts,
    },
  }),
  columns: columnsOf('partner'),
  cards: cardsOf('partner'),
  row: row('/tickets'),
  views: [
    { key: 'open', label: 'All open', set: {} },
    { key: 'waiting', label: 'Waiting on you', set: { status: waiting } },
    ...done,
  ],
})

/** Begins to load the list of one's own tickets that an address shows. */
export function loadOwnTickets(route: { request: Request }): Promise<null> {
  if (readSession()) void queries.prefetchQuery(countsOptions(undefined))
  return loadList(ownTickets)(route)
}
