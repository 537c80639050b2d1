import { defineFilter, pick, readFilter, type Source } from '../lists/filter.ts'
import { defineList, loadList } from '../lists/list.ts'
import { queries } from '../platform/queries.ts'
import { readSession } from '../platform/session.client.ts'
import { cardsOf, columnsOf } from './list-columns.tsx'
import { common, done, order, requester, row, shared, waiting } from './lists.tsx'
import { companyOptions, countsOptions, partnersOptions, staffOptions } from './ticket-queries.ts'

const engineers: Source = { whole: true, find: staffOptions }
const partners: Source = { find: partnersOptions, one: companyOptions }

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

/** Begins to load the queue that an address shows. */
export function loadTicketQueue(route: { request: Request }): Promise<null> {
  const { company } = readFilter(ticketQueue.filter, new URL(route.request.url).searchParams)
  if (readSession()) void queries.prefetchQuery(countsOptions(company))
  return loadList(ticketQueue)(route)
}
